"""What the programs themselves need around a printed text: a page for p5.js, and a project for Godot's web engine.

Godot's pack is written by hand (format 3, as Godot 4.5 and later read it): its editor isn't needed.
"""
import hashlib
import struct

# ---- p5.js ---------------------------------------------------------------------------------------------

P5_PAGE = """<!doctype html><meta charset=utf-8><link rel=icon href=data:,><body><script src=p5.js></script><script src=sketch.js></script>
<script>
  const drawn = new Promise((done) => {
    const own = draw;
    let frames = 0;  // of those that are drawn, which begin when images are there
    window.draw = () => {
      Object.defineProperty(window, "millis", {value: () => %d, configurable: true, writable: true});
      own();
      const missing = /Object.keys\\(burl_images\\).length < (\\d+)/.exec(own);
      if (missing && Object.keys(burl_images).length < missing[1]) return;
      if (++frames === 2) noLoop(), loadPixels(), done([width, height, ...pixels]);
    };
  });
</script>
"""

# ---- Godot ---------------------------------------------------------------------------------------------

GODOT_PAGE = """<!doctype html><meta charset=utf-8><link rel=icon href=data:,><body><canvas id=canvas width=64 height=64></canvas>
<script src=index.js></script><script>
  const said = [], godot = new Promise((done, fail) => {
    const take = (...words) => {
      said.push(words.join(" "));
      console.log(words[0].slice(0, 40));  // so that who waits knows that it goes on
      if (words[0] === "burl done") done(said);
    };
    const engine = new Engine({executable: "index", mainPack: "burl.pck", args: [], canvasResizePolicy: 0,
                               experimentalVK: false, onPrint: take, onPrintError: take});
    engine.startGame().catch((error) => fail(error));
  });
</script>
"""

PROJECT = """config_version=5

[application]
config/name="burl"
run/main_scene="res://main.tscn"

[rendering]
renderer/rendering_method="gl_compatibility"
"""

SCENE = """[gd_scene load_steps=2 format=3]

[ext_resource type="Script" path="res://main.gd" id="1"]

[node name="Main" type="Node3D"]
script = ExtResource("1")
"""

# Compiles each shader of the pack and draws it: on a square in 2D, or of a spatial one on a plane seen from above.
SCRIPT = """extends Node3D

const SIZE := 64

func viewport() -> SubViewport:
	var v := SubViewport.new()
	v.size = Vector2i(SIZE, SIZE)
	v.own_world_3d = true
	v.render_target_update_mode = SubViewport.UPDATE_ALWAYS
	add_child(v)
	return v

func on_square(material: ShaderMaterial) -> SubViewport:
	var v := viewport()
	var square := ColorRect.new()
	square.size = Vector2(SIZE, SIZE)
	square.material = material
	v.add_child(square)
	return v

func on_plane(material: ShaderMaterial) -> SubViewport:
	var v := viewport()
	var plane := MeshInstance3D.new()
	var mesh := PlaneMesh.new()
	mesh.size = Vector2(8, 8)
	mesh.subdivide_width = 31
	mesh.subdivide_depth = 31
	plane.mesh = mesh
	plane.material_override = material
	v.add_child(plane)
	var camera := Camera3D.new()
	camera.projection = Camera3D.PROJECTION_ORTHOGONAL
	camera.size = 8
	v.add_child(camera)
	camera.look_at_from_position(Vector3(0, 50, 0), Vector3.ZERO, Vector3.FORWARD)
	return v

func _ready() -> void:
	for file in FileAccess.get_file_as_string("res://list.txt").split("\\n", false):
		print("burl begins ", file)
		var shader := Shader.new()
		shader.code = FileAccess.get_file_as_string("res://" + file)
		var uniforms := []
		for one in shader.get_shader_uniform_list():
			var value = RenderingServer.shader_get_parameter_default(shader.get_rid(), one.name)
			uniforms.append([one.name, one.hint_string, value if value is float else null])
		print("burl uniforms ", JSON.stringify(uniforms))
		var material := ShaderMaterial.new()
		material.shader = shader
		if FileAccess.file_exists("res://" + file + ".image"):
			var image := Image.new()
			image.load_png_from_buffer(FileAccess.get_file_as_bytes("res://" + file + ".image"))
			material.set_shader_parameter(uniforms[0][0], ImageTexture.create_from_image(image))
		var v := on_plane(material) if shader.get_mode() == Shader.MODE_SPATIAL else on_square(material)
		await RenderingServer.frame_post_draw
		await RenderingServer.frame_post_draw
		var drawn := v.get_texture().get_image()
		drawn.convert(Image.FORMAT_RGBA8)
		print("burl pixels ", Marshalls.raw_to_base64(drawn.get_data()))
		v.queue_free()
	print("burl done")
"""


def godot_pack(files):
    """The bytes of a pack of Godot 4.6 with these files, by their names."""
    align, relative = 32, 2
    head = b"GDPC" + struct.pack("<IIIII", 3, 4, 6, 0, relative)
    start = len(head) + 80
    start += -start % align
    body, names = b"", struct.pack("<I", len(files))
    for name, data in sorted(files.items()):
        padded = name.encode() + bytes(-len(name.encode()) % 4)
        names += struct.pack("<I", len(padded)) + padded + struct.pack("<QQ", len(body), len(data))
        names += hashlib.md5(data).digest() + struct.pack("<I", 0)
        body += data + bytes(-len(data) % align)
    head += struct.pack("<QQ", start, start + len(body))
    return head + bytes(start - len(head)) + body + names


def godot_project(shaders):
    """The pack that draws shaders, texts by their names; what isn't text is the image of the shader in its name."""
    files = {name: data if isinstance(data, bytes) else data.encode() for name, data in shaders.items()}
    names = "\n".join(name for name, data in shaders.items() if not isinstance(data, bytes))
    return godot_pack({**files, "project.godot": PROJECT.encode(), "main.tscn": SCENE.encode(),
                       "main.gd": SCRIPT.encode(), "list.txt": names.encode()})
