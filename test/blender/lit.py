"""A bump by its normal map alone, then by its heights: the side that faces the sun is the brighter one, and heights rise
by as many metres as they say."""
import math
import os

import bpy

SIDE = 128
scene = bpy.context.scene
scene.render.engine = 'CYCLES'
scene.cycles.samples, scene.cycles.use_denoising = 8, False
scene.render.resolution_x = scene.render.resolution_y = SIDE
scene.view_settings.view_transform = 'Raw'
scene.world.node_tree.nodes['Background'].inputs['Color'].default_value = (0, 0, 0, 1)
assert 'Cube' not in bpy.data.objects
bpy.data.objects.remove(bpy.data.objects['Light'])
camera = bpy.data.objects['Camera']
camera.data.type, camera.data.ortho_scale = 'ORTHO', 2
camera.location, camera.rotation_euler = (-1, 1, 5), (0, 0, 0)  # above the upper left of the four bumps
sun = bpy.data.objects.new('sun', bpy.data.lights.new('sun', 'SUN'))
sun.data.energy = 2
scene.collection.objects.link(sun)


def brightness(path):
    """The mean of the picture's four quarters of a ring around the bump's top: right, up, left, down."""
    scene.render.filepath = path
    bpy.ops.render.render(write_still=True)
    pixels = list(bpy.data.images.load(path).pixels)
    sums, counts = [0]*4, [0]*4
    for j in range(SIDE):
        for i in range(SIDE):
            x, y = (i + 0.5)/SIDE - 0.5, (j + 0.5)/SIDE - 0.5
            if not 0.1 < math.hypot(x, y) < 0.25:
                continue
            quarter = round(math.atan2(y, x)/(math.pi/2)) % 4
            sums[quarter] += pixels[4*(SIDE*j + i)]
            counts[quarter] += 1
    return [s/c for s, c in zip(sums, counts)]


material = bpy.data.materials['bump']
tree = material.node_tree
outputs = {node.target: node for node in tree.nodes if node.type == 'OUTPUT_MATERIAL'}
displaced, shaded = (outputs[target].inputs['Surface'].links[0].from_socket for target in ('CYCLES', 'EEVEE'))
height = outputs['CYCLES'].inputs['Displacement'].links[0].from_socket
for kind in ('normal', 'height'):
    surface = shaded if kind == 'normal' else displaced
    tree.links.new(surface, outputs['CYCLES'].inputs['Surface'])
    if kind == 'normal':
        tree.links.remove(outputs['CYCLES'].inputs['Displacement'].links[0])
    else:
        tree.links.new(height, outputs['CYCLES'].inputs['Displacement'])
    for quarter, (turn_x, turn_y) in enumerate(((0, 45), (-45, 0), (0, -45), (45, 0))):
        sun.rotation_euler = (math.radians(turn_x), math.radians(turn_y), 0)
        seen = brightness(os.path.abspath(f'{kind}{quarter}.png'))
        opposite = (quarter + 2) % 4
        assert seen[quarter] > 1.2*seen[opposite], (kind, quarter, seen)
        print(f'lit: by its {kind}, from side {quarter}: {seen[quarter]:.3f}, the other side {seen[opposite]:.3f}')
