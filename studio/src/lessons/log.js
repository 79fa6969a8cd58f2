/* The recipe of the lesson's log: a picture by casting rays, in the language of burl. */

export const LOG = `// A log that stands on the ground, under a sky, and turns around once from t = 0 to 1.
view -0.8, -0.58, 0.8, 0.42
param rings = 10 [3, 24] "Rings from the middle to the bark"
param eye = 21 [3, 45] "How far down one looks, in degrees"
param tall = 2.2 [0.3, 3] "Height of the log, whose radius is 1"

// The wood, a solid: the distance from the middle, bent by noise, times the number of rings; its fraction is a ring.
age = rings*length(x - 0.2, y)*(1 + 0.12*simplex(0.9*x, 0.9*y, 0.25*z, smooth: 1)) + 0.12*fbm(simplex(6*x, 6*y, 0.9*z), octaves: 2)
ring = ramp(fract(age), 0, #e6bf90, 0.6, #c9935c, 0.9, #8f5629, 1, #e6bf90)
wood = ring*(1 + 0.1*fbm(simplex(16*x, 16*y, 0.8*z), octaves: 2))

// A ray from the eye: (rx, ry, rz), from (0, ey, ez).
se = sin(eye*pi/180)
ce = cos(eye*pi/180)
ey = -5.6*ce
ez = 0.5*tall + 5.6*se
rx = x
ry = ce - y*se
rz = -se - y*ce

// Where it meets the side, the top and the ground.
flat = rx*rx + ry*ry
root = ey*ey*ry*ry - flat*(ey*ey - 1)
near = (-ey*ry - sqrt(max(root, 0)))/flat
side_z = ez + near*rz
above = (tall - ez)/rz
on_top = rz < 0 && length(above*rx, ey + above*ry) < 1
on_side = root > 0 && side_z > 0 && side_z < tall && !on_top
far = -ez/min(rz, -0.001)
gx = far*rx
gy = ey + far*ry

// The colour of the log there, in coordinates of the wood, and its light.
way = on_top ? above : near
hx = way*rx
hy = ey + way*ry
c = cos(tau*t)
s = sin(tau*t)
lit = on_top ? 0.98 : 0.4 + 0.62*max(0, -0.8*hx - 0.6*hy)
log = at(wood, hx*c + hy*s, hy*c - hx*s, on_top ? tall : side_z)*lit

// The ground, with the shadow of the log, and the sky.
across = abs(0.6*gx - 0.8*gy)
along = 0.8*gx + 0.6*gy
shadow = smoothstep(1.06, 0.94, across)*smoothstep(0, 0.1, along)*smoothstep(0.05, -0.05, along - 1.4*tall - sqrt(max(0, 1 - across*across)))
close = smoothstep(1.7, 0.9, length(gx, gy))
grass = fbm(simplex(0.5*gx, 0.5*gy), octaves: 7, gain: 0.7)
haze = 1 - exp(-0.03*far)
earth = ramp(0.5 + 0.9*grass, #37451f, #566233, #76793f, #98925a)*(1 - 0.5*max(shadow, close))
sky = mix(#e8eef0, #5b93c7, sqrt(clamp(rz*1.4, 0, 1)))
cloud = smoothstep(-0.1, 0.7, fbm(simplex(0.6*rx/(rz + 0.15), 0.6*ry/(rz + 0.15)), octaves: 5))*smoothstep(0, 0.15, rz)
on_side || on_top ? log : rz < 0 ? mix(earth, #dfe6e4, haze) : mix(sky, #ffffff, 0.8*cloud)`;
