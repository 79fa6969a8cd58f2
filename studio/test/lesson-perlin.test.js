/* The lesson on gradient noise. */
import { testLesson } from "./lessons.js";

testLesson("perlin");
