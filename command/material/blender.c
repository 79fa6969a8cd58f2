/* Blender's material: a script for its Python, of 3.4 and later, as it has no file of its own that is text. */
#include "material/material.h"

#include <errno.h>

/* What the script does with its maps.  Names of inputs and of settings changed with 4.0 and 4.1. */
static const char body[] =
    "\n"
    "def folder():\n"
    "    \"\"\"Where the maps lie: beside this file, also where it is run in the text editor.\"\"\"\n"
    "    text = getattr(bpy.context.space_data, 'text', None)\n"
    "    if text and text.filepath:\n"
    "        return os.path.dirname(bpy.path.abspath(text.filepath))\n"
    "    return os.path.dirname(os.path.abspath(__file__))\n"
    "\n"
    "\n"
    "def build():\n"
    "    \"\"\"The material, anew where there is one of its name: each map an image, wired to where it belongs.\"\"\"\n"
    "    material = bpy.data.materials.get(NAME) or bpy.data.materials.new(NAME)\n"
    "    material.use_nodes = True\n"
    "    tree = material.node_tree\n"
    "    tree.nodes.clear()\n"
    "\n"
    "    def add(kind, x, y, label=''):\n"
    "        node = tree.nodes.new('ShaderNode' + kind)\n"
    "        node.location, node.label = (x, y), label\n"
    "        return node\n"
    "\n"
    "    place, repeat = add('TexCoord', -1400, 0), add('Mapping', -1200, 0)\n"
    "    tree.links.new(place.outputs['UV'], repeat.inputs['Vector'])\n"
    "\n"
    "    def image_of(kind):\n"
    "        node = add('TexImage', -900, 600 - 280*list(MAPS).index(kind), kind)\n"
    "        node.image = bpy.data.images.load(os.path.join(folder(), MAPS[kind]), check_existing=True)\n"
    "        node.image.reload()\n"
    "        node.image.colorspace_settings.name = 'sRGB' if kind in COLOURS else 'Non-Color'\n"
    "        tree.links.new(repeat.outputs['Vector'], node.inputs['Vector'])\n"
    "        return node.outputs['Color']\n"
    "\n"
    "    images = {kind: image_of(kind) for kind in MAPS}\n"
    "\n"
    "    def shader_of(target, x):\n"
    "        \"\"\"A shader and a renderer's output: Cycles has the relief by displacement, Eevee by normals.\"\"\"\n"
    "        shader, output = add('BsdfPrincipled', x, 300, target), add('OutputMaterial', x + 300, 300, target)\n"
    "        output.target = target\n"
    "        tree.links.new(shader.outputs['BSDF'], output.inputs['Surface'])\n"
    "        shader.inputs['Roughness'].default_value = 0.5\n"
    "        shader.inputs['Base Color'].default_value = (0.2158605, 0.2158605, 0.2158605, 1)\n"
    "        for kind, names in INPUTS.items():\n"
    "            if kind in images:\n"
    "                name = next(name for name in names if name in shader.inputs)\n"
    "                tree.links.new(images[kind], shader.inputs[name])\n"
    "        if 'emission' in images:\n"
    "            shader.inputs['Emission Strength'].default_value = 1\n"
    "        return shader, output\n"
    "\n"
    "    cycles, output = shader_of('CYCLES', 400)\n"
    "    eevee, _ = shader_of('EEVEE', 1000)\n"
    "    if 'opacity' in images and hasattr(material, 'blend_method'):\n"
    "        material.blend_method = 'HASHED'\n"
    "    if 'normal' in images:\n"
    "        normal = add('NormalMap', 100, -300)\n"
    "        tree.links.new(images['normal'], normal.inputs['Color'])\n"
    "        for shader in [eevee] if 'height' in images else [eevee, cycles]:\n"
    "            tree.links.new(normal.outputs['Normal'], shader.inputs['Normal'])\n"
    "    if 'height' in images:\n"
    "        displacement = add('Displacement', 400, -500)\n"
    "        displacement.inputs['Midlevel'].default_value = 0\n"
    "        displacement.inputs['Scale'].default_value = DEPTH\n"
    "        tree.links.new(images['height'], displacement.inputs['Height'])\n"
    "        tree.links.new(displacement.outputs['Displacement'], output.inputs['Displacement'])\n"
    "        settings = material if hasattr(material, 'displacement_method') else material.cycles\n"
    "        settings.displacement_method = 'DISPLACEMENT'\n"
    "    return material\n"
    "\n"
    "\n"
    "def plane(material):\n"
    "    \"\"\"A plane of two by two repeats, fine enough to be displaced, in place of the start-up cube.\"\"\"\n"
    "    if bpy.context.mode != 'OBJECT':\n"
    "        bpy.ops.object.mode_set(mode='OBJECT')\n"
    "    if not bpy.data.filepath and sorted(bpy.data.objects.keys()) == ['Camera', 'Cube', 'Light']:\n"
    "        bpy.data.objects.remove(bpy.data.objects['Cube'])\n"
    "    bpy.ops.mesh.primitive_plane_add(size=2)\n"
    "    made = bpy.context.object\n"
    "    made.name = NAME\n"
    "    made.scale = (SIZE, SIZE*RATIO, 1)\n"
    "    for corner in made.data.uv_layers.active.data:\n"
    "        corner.uv = (2*corner.uv[0], 2*corner.uv[1])\n"
    "    finer = made.modifiers.new('finer', 'SUBSURF')\n"
    "    finer.subdivision_type, finer.levels, finer.render_levels = 'SIMPLE', 6, 9\n"
    "    made.data.materials.append(material)\n"
    "\n"
    "\n"
    "if NAME in bpy.data.objects:\n"
    "    build()\n"
    "else:\n"
    "    plane(build())\n";

int material_write_blender(const material_set *s, FILE *to) {
  static const char *const maps[] = {"albedo",   "roughness", "metallic",  "occlusion",
                                     "emission", "opacity",   "normal_up", "height"};
  fprintf(
      to,
      "\"\"\"The material %s, as Blender has it: a plane of it, and the material by itself.\n\n"
      "Written by burl for Blender 3.4 and later.  blender --python %s.py, or Run Script in its text editor.\n\"\"\"\n"
      "import os\n\nimport bpy\n\n"
      "NAME = '%s'\n"
      "SIZE = %.9g  # metres: how wide one repeat is,\n"
      "DEPTH = %.9g  # and how far its heights 0 and 1 are apart\n"
      "RATIO = %.9g  # its height over its width\n"
      "MAPS = {\n",
      s->name, s->name, s->name, s->size, s->depth, s->ratio);
  for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) {
    char file[300];
    const material_picture *const picture = material_picture_of(s, maps[i]);
    if (!picture) continue;
    material_file_name(s, picture, file, sizeof file);
    fprintf(to, "    '%s': '%s',\n", i == 6 ? "normal" : maps[i], file);
  }
  fputs("}\n"
        "COLOURS = ('albedo', 'emission')  # the others are numbers\n"
        "INPUTS = {'albedo': ['Base Color'], 'roughness': ['Roughness'], 'metallic': ['Metallic'],\n"
        "          'emission': ['Emission Color', 'Emission'], 'opacity': ['Alpha']}\n",
        to);
  fputs(body, to);
  return ferror(to) ? EIO : 0;
}
