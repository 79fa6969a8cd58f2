"""The material `all`, as its script has built it: each map in its colour space, wired to where it belongs, in metres."""
import bpy

material = bpy.data.materials['all']
tree = material.node_tree
outputs = {node.target: node for node in tree.nodes if node.type == 'OUTPUT_MATERIAL'}
shaders = {target: node.inputs['Surface'].links[0].from_node for target, node in outputs.items()}
assert set(outputs) == {'CYCLES', 'EEVEE'}


def kind_at(socket):
    """The map that arrives at an input, whatever lies between."""
    node = socket.links[0].from_node
    while node.type != 'TEX_IMAGE':
        node = next(link for name in ('Color', 'Height') if name in node.inputs for link in node.inputs[name].links).from_node
    return node.label


wanted = {'Base Color': 'albedo', 'Roughness': 'roughness', 'Metallic': 'metallic', 'Emission': 'emission', 'Alpha': 'opacity'}
for shader in shaders.values():
    for name, kind in wanted.items():
        assert kind_at(shader.inputs[name]) == kind, name
output = outputs['CYCLES']  # the relief once: by its heights here, by its normals there
assert kind_at(output.inputs['Displacement']) == 'height' and not shaders['CYCLES'].inputs['Normal'].links
assert kind_at(shaders['EEVEE'].inputs['Normal']) == 'normal' and not outputs['EEVEE'].inputs['Displacement'].links

images = {node.label: node.image for node in tree.nodes if node.type == 'TEX_IMAGE'}
assert set(images) == {'albedo', 'roughness', 'metallic', 'occlusion', 'emission', 'opacity', 'normal', 'height'}
for kind, image in images.items():
    assert tuple(image.size) == (256, 128), kind
    space = 'sRGB' if kind in ('albedo', 'emission') else 'Non-Color'
    assert image.colorspace_settings.name == space, (kind, image.colorspace_settings.name)

displacement = output.inputs['Displacement'].links[0].from_node
assert abs(displacement.inputs['Scale'].default_value - 0.02) < 1e-6
assert displacement.inputs['Midlevel'].default_value == 0
bpy.context.view_layer.update()
plane = bpy.data.objects['all']
assert abs(plane.dimensions.x - 3) < 1e-5 and abs(plane.dimensions.y - 1.5) < 1e-5, plane.dimensions
print('wired: eight maps')
