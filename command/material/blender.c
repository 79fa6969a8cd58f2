/* Blender's material: a script for its Python, of 3.4 and later, as it has no file of its own that is text. */
#include "material/material.h"

#include <errno.h>

/* What the script does with its maps.  Names of inputs and of settings changed with 4.0 and 4.1. */
static const char body[] =
    "\n"
    "def folder():\n"
    "    \"\"\"Where the maps lie: beside this file, also where it is run in the text editor.\"\"\"\n"
    "    for text in bpy.data.texts:\n"
    "        if os.path.basename(text.filepath) == NAME + '.py':\n"
    "            return os.path.dirname(bpy.path.abspath(text.filepath))\n"
    "    return os.path.dirname(os.path.abspath(__file__))\n"
    "\n"
    "\n"
    "def build():\n"
    "    \"\"\"The material: each map an image, wired to where it belongs.\"\"\"\n"
    "    material = bpy.data.materials.new(NAME)\n"
    "    material.use_nodes = True\n"
    "    tree = material.node_tree\n"
    "    shader, output = tree.nodes['Principled BSDF'], tree.nodes['Material Output']\n"
    "    place = tree.nodes.new('ShaderNodeTexCoord')\n"
    "    repeat = tree.nodes.new('ShaderNodeMapping')\n"
    "    place.location, repeat.location = (-1300, 0), (-1100, 0)\n"
    "    tree.links.new(place.outputs['UV'], repeat.inputs['Vector'])\n"
    "\n"
    "    def input_of(*names):\n"
    "        return next(shader.inputs[name] for name in names if name in shader.inputs)\n"
    "\n"
    "    def image(kind):\n"
    "        node = tree.nodes.new('ShaderNodeTexImage')\n"
    "        node.image = bpy.data.images.load(os.path.join(folder(), MAPS[kind]))\n"
    "        node.image.colorspace_settings.name = 'sRGB' if kind in COLOURS else 'Non-Color'\n"
    "        node.label, node.location = kind, (-850, 600 - 280*list(MAPS).index(kind))\n"
    "        tree.links.new(repeat.outputs['Vector'], node.inputs['Vector'])\n"
    "        return node.outputs['Color']\n"
    "\n"
    "    shader.inputs['Roughness'].default_value = 0.5\n"
    "    if 'albedo' not in MAPS:\n"
    "        shader.inputs['Base Color'].default_value = (0.2158605, 0.2158605, 0.2158605, 1)\n"
    "    for kind, names in INPUTS.items():\n"
    "        if kind in MAPS:\n"
    "            tree.links.new(image(kind), input_of(*names))\n"
    "    if 'emission' in MAPS:\n"
    "        shader.inputs['Emission Strength'].default_value = 1\n"
    "    if 'opacity' in MAPS and hasattr(material, 'blend_method'):\n"
    "        material.blend_method = 'HASHED'\n"
    "    if 'occlusion' in MAPS:\n"
    "        image('occlusion')  # For renderers that don't find it by themselves; Cycles does.\n"
    "    if 'normal' in MAPS:\n"
    "        normal = tree.nodes.new('ShaderNodeNormalMap')\n"
    "        normal.location = (-400, -500)\n"
    "        tree.links.new(image('normal'), normal.inputs['Color'])\n"
    "        tree.links.new(normal.outputs['Normal'], shader.inputs['Normal'])\n"
    "    if 'height' in MAPS:\n"
    "        displacement = tree.nodes.new('ShaderNodeDisplacement')\n"
    "        displacement.location = (-100, -700)\n"
    "        displacement.inputs['Midlevel'].default_value = 0\n"
    "        displacement.inputs['Scale'].default_value = DEPTH\n"
    "        tree.links.new(image('height'), displacement.inputs['Height'])\n"
    "        tree.links.new(displacement.outputs['Displacement'], output.inputs['Displacement'])\n"
    "    return material\n"
    "\n"
    "\n"
    "def plane(material):\n"
    "    \"\"\"A plane of two by two repeats, with the faces that displacement moves.\"\"\"\n"
    "    bpy.ops.mesh.primitive_plane_add(size=2)\n"
    "    made = bpy.context.object\n"
    "    made.name = NAME\n"
    "    made.scale = (SIZE, SIZE*RATIO, 1)\n"
    "    for corner in made.data.uv_layers.active.data:\n"
    "        corner.uv = (2*corner.uv[0], 2*corner.uv[1])\n"
    "    finer = made.modifiers.new('finer', 'SUBSURF')\n"
    "    finer.subdivision_type, finer.levels, finer.render_levels = 'SIMPLE', 6, 8\n"
    "    made.data.materials.append(material)\n"
    "    settings = material if hasattr(material, 'displacement_method') else material.cycles\n"
    "    settings.displacement_method = 'DISPLACEMENT' if 'height' in MAPS else 'BUMP'\n"
    "\n"
    "\n"
    "plane(build())\n";

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
