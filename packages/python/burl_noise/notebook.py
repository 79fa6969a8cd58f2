"""A program in a notebook: its picture, knobs and bounds; with ipywidgets the knobs can be turned."""
from __future__ import annotations

import io
from typing import Any

import numpy as np

from .optional import needed, wanted
from .pictures import grey_range, picture
from .program import Knob, Program, check_program

STYLE = "font: 13px/1.5 system-ui, sans-serif"


def _escape(text: str) -> str:
    from html import escape
    return escape(text)


def _number(value: float) -> str:
    return f"{value:.6g}".replace("-", "\N{MINUS SIGN}").replace("inf", "\N{INFINITY}")


def _has_range(knob: Knob) -> bool:
    return bool(np.isfinite([knob.lo, knob.hi]).all() and knob.lo < knob.hi)


class Figure:
    """What burl.figure returns.  In a notebook it shows itself; .png() are its picture's bytes, .html() is its text, and
    .widget(), where ipywidgets is installed, has a slider for each knob.  program is a copy of the one given, which the
    sliders turn."""

    def __init__(self, program: Program, shape: Any, options: dict[str, Any]) -> None:
        check_program("figure", program)
        self.program = program.copy()
        self.shape = shape
        self.options = options
        self._drawn: tuple[Any, bytes] | None = None
        self.png()  # what is wrong is said now, not when it is shown

    def picture(self) -> Any:
        """The picture as a PIL.Image.  A number without proven bounds is shown over its own range."""
        options = dict(self.options)
        if not np.isfinite(grey_range(self.program)).all():
            options.setdefault("range", "auto")
        return picture(self.program, self.shape, **options)

    def png(self) -> bytes:
        state = self.program._state()
        has_images = bool(self.program._core.images())  # whose samples may have changed where they are
        if not self._drawn or self._drawn[0] != state or has_images:
            data = io.BytesIO()
            self.picture().save(data, "PNG")
            self._drawn = state, data.getvalue()
        return self._drawn[1]

    def html(self) -> str:
        """The picture, and beside it the recipe, seed, bounds and knobs."""
        from base64 import b64encode
        image = b64encode(self.png()).decode()
        return (f'<div style="{STYLE}; display: flex; flex-wrap: wrap; gap: 16px">'
                f'<img src="data:image/png;base64,{image}" style="max-width: 100%" alt="{_escape(self.program.name)}">'
                f'<div style="min-width: 16em; max-width: 40em">{self._facts()}{self._knob_table()}</div></div>')

    def _facts(self) -> str:
        recipe = _escape(self.program._own_text().strip())
        rows = [("seed", str(self.program.seed))]
        for result in self.program.results:
            of_it = self.program.channel_bounds[result.first:result.first + result.channels]
            lo, hi = min(bounds.lo for bounds in of_it), max(bounds.hi for bounds in of_it)
            rows.append(("bounds" if len(self.program.results) == 1 else result.name, f"{_number(lo)} to {_number(hi)}"))
        cells = "".join(f'<tr><td style="text-align: left">{name}</td><td style="text-align: left">{text}</td></tr>'
                        for name, text in rows)
        return (f'<pre style="white-space: pre-wrap; max-height: 20em; overflow: auto">{recipe}</pre>'
                f"<table>{cells}</table>")

    def _knob_table(self) -> str:
        knobs = self.program.knobs.values()
        if not knobs:
            return ""
        head = "".join(f'<th style="text-align: left">{name}</th>' for name in ("knob", "value", "range", ""))
        rows = "".join(
            "<tr>" + "".join(f'<td style="text-align: left">{_escape(text)}</td>' for text in (
                knob.name, _number(knob.value), f"{_number(knob.lo)} to {_number(knob.hi)}" if _has_range(knob) else "",
                knob.text)) + "</tr>" for knob in knobs)
        return f"<table><tr>{head}</tr>{rows}</table>"

    def widget(self) -> Any:
        """The picture above a slider for each knob that has a range, and a field for the seed.  What a knob can't be set to
        is said below them."""
        widgets = needed("ipywidgets", "ipywidgets")
        image = widgets.Image(value=self.png(), format="png")
        message = widgets.HTML()

        def draw(change: Any) -> None:
            knob = change["owner"].knob
            try:
                if knob is None:
                    self.program.seed = change["new"]
                else:
                    self.program[knob] = change["new"]
                image.value = self.png()
                message.value = f'<div style="{STYLE}">{self._facts()}</div>'
            except ValueError as error:
                message.value = f'<pre style="color: #b00">{_escape(str(error))}</pre>'

        controls = []
        for knob in self.program.knobs.values():
            if knob.is_read and _has_range(knob):
                control = widgets.FloatSlider(value=knob.value, min=knob.lo, max=knob.hi, step=(knob.hi - knob.lo) / 100,
                                              description=knob.text or knob.name, continuous_update=False,
                                              style={"description_width": "initial"})
                control.knob = knob.name
                controls.append(control)
        if "seed" in self.program.varies_with:
            control = widgets.Text(value=str(self.program.seed), description="seed", continuous_update=False)
            control.knob = None
            controls.append(control)
        for control in controls:
            control.observe(draw, names="value")
        message.value = f'<div style="{STYLE}">{self._facts()}</div>'
        return widgets.HBox([image, widgets.VBox([*controls, message])])

    def _repr_html_(self) -> str:
        return self.html()

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        """The widget where there are widgets, and the page for those who see the notebook later."""
        bundle: dict[str, Any] = {"text/plain": repr(self), "text/html": self.html()}
        if wanted("ipywidgets"):
            view = {"version_major": 2, "version_minor": 0, "model_id": self.widget().model_id}
            bundle["application/vnd.jupyter.widget-view+json"] = view
        return bundle

    def __repr__(self) -> str:
        return f"<burl.Figure of {self.program!r}>"


def figure(program: Program, shape: Any = None, **options: Any) -> Figure:
    """A program as a notebook shows it: its picture, knobs and bounds, and with ipywidgets sliders that turn the knobs of a
    copy of it, .program.

    shape: of the picture; None: as of Program.grid.  options: as of burl.picture: extent, range, images, ...
    """
    return Figure(program, shape, options)
