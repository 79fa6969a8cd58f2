/* Runs GLSL ES 3.00 as fragment shaders, by EGL without a screen (job.h).  A text writes `uvec4`, the bits of one
 * call, for the row gl_FragCoord.y * 1024 + gl_FragCoord.x of the texture `rows`: a texel has four words of a row,
 * those of a row lie one above the other, `texels` in all, 1024 rows side by side.  `call` says which call. */
#include "job.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 1024, WORDS_PER_TEXEL = 4, LONGEST_LOG = 4000 };

static EGLDisplay display;

int device_open(char name[LONGEST_NAME + 1]) {
  display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, NULL, NULL);
  if (!eglInitialize(display, NULL, NULL)) return job_fail(NULL, "there is no EGL without a screen");
  eglBindAPI(EGL_OPENGL_ES_API);
  const EGLint version[] = {EGL_CONTEXT_CLIENT_VERSION, 3, EGL_NONE};
  const EGLContext context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, version);
  if (!eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context)) {
    return job_fail(NULL, "there is no OpenGL ES 3");
  }
  snprintf(name, LONGEST_NAME, "%s, %s", (const char *)glGetString(GL_RENDERER), (const char *)glGetString(GL_VERSION));
  return 1;
}

/* A shader attached to the program; the context keeps it until the program goes. */
static int attach(const job *j, GLuint program, GLenum stage, const char *text) {
  const GLuint shader = glCreateShader(stage);
  glShaderSource(shader, 1, &text, NULL);
  glCompileShader(shader);
  GLint is_compiled;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &is_compiled);
  if (is_compiled) {
    glAttachShader(program, shader);
  } else {
    char log[LONGEST_LOG];
    glGetShaderInfoLog(shader, LONGEST_LOG, NULL, log);
    job_fail(j, "it does not compile\n%s", log);
  }
  glDeleteShader(shader);
  return is_compiled;
}

static int build(const job *j, GLuint program) {
  static const char *const corners =
      "#version 300 es\n"
      "void main() { gl_Position = vec4(vec2(gl_VertexID << 1 & 2, gl_VertexID & 2) * 2.0 - 1.0, 0.0, 1.0); }";
  if (!attach(j, program, GL_VERTEX_SHADER, corners)) return 0;
  if (!attach(j, program, GL_FRAGMENT_SHADER, j->text)) return 0;
  glLinkProgram(program);
  GLint is_linked;
  glGetProgramiv(program, GL_LINK_STATUS, &is_linked);
  return is_linked || job_fail(j, "it does not link");
}

/* A texture of words, bound. */
static GLuint add_texture(size_t height) {
  GLuint texture;
  glGenTextures(1, &texture);
  glBindTexture(GL_TEXTURE_2D, texture);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA32UI, WIDTH, (GLsizei)height);
  return texture;
}

/* Fills the texture that is bound with the rows: texel number k of row n at (n % WIDTH, n / WIDTH * texels + k). */
static int upload(const job *j, size_t texels, size_t height) {
  const size_t row_words = j->rows_size / sizeof *j->rows / j->count, line = (size_t)WIDTH * WORDS_PER_TEXEL;
  uint32_t *const words = calloc(height * line, sizeof *words);
  if (!words) return job_fail(j, "out of memory");
  for (size_t n = 0; n < j->count; n++) {
    for (size_t i = 0; i < row_words; i++) {
      const size_t y = n / WIDTH * texels + i / WORDS_PER_TEXEL;
      words[y * line + n % WIDTH * WORDS_PER_TEXEL + i % WORDS_PER_TEXEL] = j->rows[n * row_words + i];
    }
  }
  glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, WIDTH, (GLsizei)height, GL_RGBA_INTEGER, GL_UNSIGNED_INT, words);
  free(words);
  return 1;
}

/* Draws once a call and reads what came. */
static int draw(job *j, GLuint program, size_t lines) {
  const size_t size = lines * WIDTH * WORDS_PER_VALUE * sizeof(uint32_t);
  const size_t call_size = j->values_size / j->calls;
  uint32_t *const image = malloc(size);
  if (!image) return job_fail(j, "out of memory");
  const GLint call = glGetUniformLocation(program, "call");
  for (size_t c = 0; c < j->calls; c++) {
    glUniform1ui(call, (GLuint)c);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glReadPixels(0, 0, WIDTH, (GLsizei)lines, GL_RGBA_INTEGER, GL_UNSIGNED_INT, image);
    memcpy((char *)j->values + c * call_size, image, call_size);
  }
  free(image);
  const GLenum error = glGetError();
  return error == GL_NO_ERROR || job_fail(j, "OpenGL gave error 0x%x", error);
}

static int run(job *j, GLuint program) {
  const size_t lines = (j->count + WIDTH - 1) / WIDTH;
  const size_t row_size = WORDS_PER_TEXEL * sizeof(uint32_t),
               texels = (j->rows_size / j->count + row_size - 1) / row_size;
  GLuint image, framebuffer;
  image = add_texture(lines);
  glGenFramebuffers(1, &framebuffer);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, image, 0);
  glViewport(0, 0, WIDTH, (GLsizei)lines);
  const GLuint rows = add_texture(lines * texels);
  glUseProgram(program);
  glUniform1i(glGetUniformLocation(program, "texels"), (GLint)texels);
  const int done = upload(j, texels, lines * texels) && draw(j, program, lines);
  glDeleteFramebuffers(1, &framebuffer);
  glDeleteTextures(1, &image);
  glDeleteTextures(1, &rows);
  return done;
}

int device_run(job *j) {
  const GLuint program = glCreateProgram();
  const int is_built = build(j, program);
  j->built = now();
  const int done = is_built && run(j, program);
  glDeleteProgram(program);
  return done;
}

void device_close(void) { eglTerminate(display); }
