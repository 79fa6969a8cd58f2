"""Godot 4's shading language, as far as printed texts use it: what its compiler would refuse, and the text as GLSL.

By Godot's documentation, "Shading language" and the pages on canvas_item and spatial shaders.  Types are left to a
compiler for GLSL, which reads what to_glsl() gives.
"""
import re

TYPES = set("void bool bvec2 bvec3 bvec4 int ivec2 ivec3 ivec4 uint uvec2 uvec3 uvec4 float vec2 vec3 vec4 mat2 mat3 "
            "mat4".split())
KEYWORDS = set("true false const struct if else for while do switch case default break continue return uniform varying "
               "shader_type in out inout hint_range".split())
RESERVED = KEYWORDS | set("flat smooth lowp mediump highp discard group_uniforms instance global render_mode sampler2D "
                          "source_color instance_index precise layout precision attribute".split())
FUNCTIONS = set("radians degrees sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh pow exp exp2 log log2 sqrt "
                "inversesqrt abs sign floor round roundEven trunc ceil fract mod modf min max clamp mix fma step "
                "smoothstep isnan isinf floatBitsToInt floatBitsToUint intBitsToFloat uintBitsToFloat length distance "
                "dot cross normalize reflect refract faceforward matrixCompMult outerProduct transpose determinant "
                "inverse lessThan greaterThan lessThanEqual greaterThanEqual equal notEqual any all not dFdx dFdy "
                "fwidth bitCount bitfieldExtract bitfieldInsert bitfieldReverse findLSB findMSB".split())
CONSTANTS = {"PI", "TAU", "E", "TIME"}  # which no name of the text may hide
VARIABLES = {
    ("canvas_item", "fragment"): {"UV", "COLOR", "VERTEX", "SCREEN_UV", "FRAGCOORD"},
    ("spatial", "vertex"): {"VERTEX", "NORMAL", "UV", "COLOR", "MODEL_MATRIX"},
    ("spatial", "fragment"): {"VERTEX", "NORMAL", "UV", "COLOR", "ALBEDO", "ALPHA", "ROUGHNESS", "METALLIC"},
}
TOKEN = re.compile(r"(?P<number>\.?\d(?:[\w.]|(?<=[eE])[+-])*)|(?P<name>[A-Za-z_]\w*)|(?P<sign><<|>>|[-+*/%<>=!&|^]=|&&|\|\||"
                   r"\+\+|--|[^\s\w])")
NUMBER = re.compile(r"\d+u?|0x[0-9A-Fa-f]{1,8}|(\d+\.\d*|\.\d+)([eE][+-]?\d+)?f?|\d+[eE][+-]?\d+f?")
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)


def tokens_of(text):
    return [(match.lastgroup, match[0]) for match in TOKEN.finditer(COMMENT.sub("", text))]


class Checker:
    """Reads a text once from front to back, with the names that are known at each place."""

    def __init__(self, text):
        self.tokens, self.at, self.wrong = tokens_of(text), 0, []
        self.scopes = [set()]
        self.functions, self.structs, self.fields = set(), set(), set("xyzwrgba")
        self.kind, self.built_in = "", set()

    # ---- tokens ------------------------------------------------------------------------------------------

    def peek(self, ahead=0):
        return self.tokens[self.at + ahead][1] if self.at + ahead < len(self.tokens) else ""

    def next(self):
        self.at += 1
        return self.peek(-1)

    def skip(self, wanted):
        got = self.next()
        if got != wanted:
            raise SyntaxError(f"'{got}' in place of '{wanted}', behind {' '.join(one for _, one in self.tokens[self.at - 6:self.at - 1])}")

    def say(self, text):
        self.wrong.append(text)

    # ---- names -------------------------------------------------------------------------------------------

    def is_type(self, name):
        return name in TYPES or name in self.structs

    def declare(self, name):
        if name in RESERVED or self.is_type(name):
            self.say(f"the reserved word '{name}' as a name")
        elif name in CONSTANTS or name in self.built_in or any(name in scope for scope in self.scopes):
            self.say(f"redefinition of '{name}'")
        self.scopes[-1].add(name)

    def use(self, name):
        known = name in CONSTANTS or name in self.built_in or any(name in scope for scope in self.scopes)
        if name in KEYWORDS or self.is_type(name) or known:
            return
        if self.peek() == "(" and (name in FUNCTIONS or name in self.functions):
            return
        self.say(f"unknown: '{name}'")

    # ---- parts of a text ---------------------------------------------------------------------------------

    def text(self):
        self.skip("shader_type")
        self.kind = self.next()
        self.skip(";")
        while self.at < len(self.tokens):
            first = self.peek()
            if first == "struct":
                self.struct()
            elif first in ("uniform", "varying", "const"):
                self.next()
                self.global_variable(first)
            elif self.is_type(first):
                self.function()
            else:
                raise SyntaxError(f"'{first}' outside of a function")

    def struct(self):
        self.next()
        name = self.next()
        self.skip("{")
        while self.peek() != "}":
            if not self.is_type(self.next()):
                self.say(f"{name}: a field without a type")
            self.fields.add(self.next())
            self.skip(";")
        self.skip("}")
        self.skip(";")
        self.structs.add(name)

    def global_variable(self, word):
        if not self.is_type(self.next()):
            self.say(f"'{self.peek(-1)}' is no type of a {word}")
        self.declare(self.next())
        if self.peek() == ":":
            self.next()
            if word != "uniform" or self.peek() != "hint_range":
                self.say(f"the hint '{self.peek()}' of a {word}")
        if word == "const" and "=" not in (self.peek(), self.peek(3)):
            self.say("a constant without a value")
        if word == "varying" and self.peek() != ";":
            self.say("a varying with a value")
        self.expression_to(";")
        self.skip(";")

    def function(self):
        self.next()
        name = self.next()
        if self.peek() != "(":
            raise SyntaxError(f"the global variable '{name}' is not constant")
        if name in FUNCTIONS or name in self.functions:
            self.say(f"redefinition of the function '{name}'")
        self.built_in = VARIABLES.get((self.kind, name), set())
        self.scopes.append(set())
        self.skip("(")
        while self.peek() != ")":
            if self.peek() in ("in", "out", "inout"):
                self.next()
            if not self.is_type(self.next()):
                self.say(f"{name}: a parameter without a type")
            self.declare(self.next())
            if self.peek() == ",":
                self.next()
        self.skip(")")
        self.block()
        self.scopes.pop()
        self.built_in = set()
        self.functions.add(name)

    def block(self):
        self.skip("{")
        self.scopes.append(set())
        while self.peek() != "}":
            self.statement()
        self.skip("}")
        self.scopes.pop()

    def statement(self):
        first = self.peek()
        if first == "{":
            self.block()
        elif first == "for":
            self.loop()
        elif first in ("if", "while"):
            self.next()
            self.skip("(")
            self.expression_to(")")
            self.skip(")")
            self.statement()
        elif first == "else":
            self.next()
            self.statement()
        else:
            self.simple()
            self.skip(";")

    def loop(self):
        self.next()
        self.skip("(")
        self.scopes.append(set())
        self.simple()
        self.skip(";")
        self.expression_to(";")
        self.skip(";")
        self.expression_to(")")
        self.skip(")")
        self.statement()
        self.scopes.pop()

    def simple(self):
        """A declaration or an expression."""
        if self.peek() == "const":
            self.next()
        if not (self.is_type(self.peek()) and self.tokens[self.at + 1][0] == "name"):
            self.expression_to(";")
            return
        self.next()
        name = self.next()
        self.expression_to(";")  # which does not know the name yet
        self.declare(name)

    def expression_to(self, end):
        depth = 0
        while depth > 0 or self.peek() != end:
            if self.at >= len(self.tokens) or self.peek() in "{};" and depth == 0:
                raise SyntaxError(f"no '{end}'")
            kind, token = self.tokens[self.at]
            self.at += 1
            depth += (token in ("(", "[")) - (token in (")", "]"))
            if kind == "number" and not NUMBER.fullmatch(token):
                self.say(f"the number {token}")
            elif kind == "name" and self.peek(-2) == ".":
                if token not in self.fields and not set(token) <= set("xyzw") and not set(token) <= set("rgba"):
                    self.say(f"the field '{token}'")
            elif kind == "name":
                self.use(token)
            elif token == "#":
                self.say("a line for a preprocessor")


def complaints(text):
    """What Godot would not take."""
    checker = Checker(text)
    try:
        checker.text()
    except SyntaxError as error:
        checker.say(str(error))
    if checker.kind not in ("canvas_item", "spatial"):
        checker.say(f"shader_type {checker.kind}")
    return checker.wrong


# ---- as GLSL -------------------------------------------------------------------------------------------

HEADS = {
    "canvas_item": "vec2 UV;\nvec4 COLOR;\n",
    "spatial": "mat4 MODEL_MATRIX = mat4(1.0);\nvec3 VERTEX, NORMAL, ALBEDO;\nfloat ALPHA = 1.0;\n",
}


def to_glsl(text):
    """The text as a part of a fragment shader in GLSL ES, where TIME is a uniform and what Godot sets are globals."""
    kind = re.search(r"^shader_type (\w+);", text, re.MULTILINE)
    text = text.replace(kind[0], f"uniform float TIME;\n{HEADS[kind[1]]}")
    text = re.sub(r"^(uniform \w+ \w+)( : hint_range\([^)]*\))?( = [^;]*)?;", r"\1;", text, flags=re.MULTILINE)
    return re.sub(r"^varying ", "", text, flags=re.MULTILINE)
