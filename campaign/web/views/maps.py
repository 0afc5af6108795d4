"""Maps of one's own: how they begin, and the editor."""

from __future__ import annotations

import json
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from campaign.models import MapDraft
from campaign.rules.maps import CATALOGUE, load_map
from campaign.rules.maps.generator import generate
from campaign.rules.maps.text import from_text, to_text
from campaign.services import map_drafts
from campaign.web.draft_drawing import draw_draft
from campaign.web.map_choice import fresh_seed, map_instead, picture_of
from campaign.web.map_forms import BlankForm, HexForm, ImportForm, SeedForm, hex_values
from campaign.web.map_preview import map_preview
from games.engine.contract import Json, Problem, Refusal
from games.hosting.errors import ServiceError, Stale, problem_text, texts_of
from games.hosting.pages import signed_in, user_of, whole, within_limit
from games.hosting.strict_json import read_json

SCRIPT = "X-Editor"
"""The header with which the editor's script asks for a piece of the page."""


# How a map begins


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def map_list(request: HttpRequest) -> HttpResponse:
    """List the reader's maps, with the ways to begin one; begin one and go to its editor."""
    user, sent = user_of(request), request.POST.get("do", "")
    posted = request.POST or None
    begin = {
        "seed": SeedForm(posted if sent == "seed" else None, initial={"seed": fresh_seed()}),
        "blank": BlankForm(posted if sent == "blank" else None),
        "import": ImportForm(posted, request.FILES) if sent == "import" else ImportForm(),
    }
    problems: list[str] = []
    if request.method == "POST":
        within_limit(request, "map", 30)
        try:
            document = _begun(sent, request.POST.get("key", ""), begin.get(sent))
            if document is not None:
                draft = map_drafts.draft_create(user=user, document=document)
                return redirect("map-editor", draft.pk)
        except (ServiceError, Refusal) as error:
            problems = texts_of(error)
    context = {
        "drafts": map_drafts.drafts_of(user),
        "shipped": [(entry, map_preview(entry.key)) for entry in CATALOGUE],
        "forms": begin,
        "sent": sent,
        "problems": [{"message": text} for text in problems],
    }
    wrong = request.method == "POST"
    return render(request, "pages/maps.html", context, status=422 if wrong else 200)


def _begun(sent: str, key: str, form: Any) -> Json | None:
    """Return the map that a form asks for; ``None`` if the form is wrong."""
    if sent == "shipped":
        return load_map(key)
    if form is None:
        raise ServiceError("unknown_action", _("That is not one of the buttons here."))
    if not form.is_valid():
        return None
    if sent == "seed":
        wishes = dict(form.cleaned_data)
        return generate(wishes.pop("seed"), **wishes)
    return form.document() if sent == "blank" else _read(form.cleaned_data["map"])


def _read(written: str) -> Json:
    """Read a map that is written as JSON or in its text form."""
    if written.lstrip("\ufeff \t\r\n").startswith("{"):
        return map_drafts.tidied(read_json(written.lstrip("\ufeff")))
    return from_text(written)


# The editor


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def map_editor(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a map of the reader's with all that changes it; do what a button asks."""
    draft = map_drafts.draft_of(user_of(request), pk)
    if request.method != "POST":
        return _page(request, draft, draft.document)
    within_limit(request, "map-edit", 240)
    try:
        document = _posted_map(request, draft)
    except (ServiceError, Refusal) as error:
        return _refused(request, draft, draft.document, error)
    action = ACTIONS.get(request.POST.get("do", ""))
    try:
        if action is None:
            raise ServiceError("unknown_action", _("That is not one of the buttons here."))
        return action(request, draft, document)
    except (ServiceError, Refusal) as error:
        return _refused(request, draft, document, error)


def _posted_map(request: HttpRequest, draft: MapDraft) -> Json:
    """Return the map as the page held it: the script's, else the text's, else the kept one."""
    post = request.POST
    if post.get("document"):
        document = read_json(post["document"])
    elif "text" in post:
        document = from_text(post["text"])
    else:
        document = draft.document
    if isinstance(document, dict) and post.get("do") != "text":
        heads = {key: post[f"map_{key}"] for key in ("name", "about") if f"map_{key}" in post}
        document = document | {key: " ".join(text.split()) for key, text in heads.items()}
    return map_drafts.tidied(document)


def _kept(request: HttpRequest, draft: MapDraft, document: Json) -> MapDraft:
    revision = whole(request.POST.get("revision"))
    return map_drafts.draft_save(
        user=user_of(request), draft_id=draft.pk, document=document, revision=revision or 0
    )


def _save(request: HttpRequest, draft: MapDraft, document: Json) -> HttpResponse:
    draft = _kept(request, draft, document)
    if SCRIPT in request.headers:
        return JsonResponse({"revision": draft.revision, "message": _("Saved.")})
    messages.success(request, _("The map is saved."))
    return redirect("map-editor", draft.pk)


def _change_hex(request: HttpRequest, draft: MapDraft, document: Json) -> HttpResponse:
    form = HexForm(request.POST)
    changed = form.changed(document) if form.is_valid() else None
    if form.is_valid() and changed is None:
        form.add_error("n", _("There is no such hex on this map."))
    if changed is None:
        return _page(request, draft, document, form=form, status=422)
    try:
        draft = _kept(request, draft, changed)
    except Refusal as error:
        return _refused(request, draft, document, error, form)
    messages.success(request, _("Hex %(n)s is changed.") % {"n": form.cleaned_data["n"]})
    where = reverse("map-editor", args=[draft.pk])
    return redirect(f"{where}?hex={form.cleaned_data['n']}#hex-fields")


def _check(request: HttpRequest, draft: MapDraft, document: Json) -> HttpResponse:
    kingdoms = min(max(whole(request.POST.get("kingdoms")) or 2, 2), 8)
    check = map_drafts.check_map(document, kingdoms)
    context = {
        "check": check,
        "kingdoms": kingdoms,
        "wrong": [_line(problem) for problem in check.problems],
        "odd": [_line(problem) for problem in check.warnings],
    }
    if SCRIPT in request.headers:
        return render(request, "parts/map_check.html", context)
    return _page(request, draft, document, extra=context)


def _line(problem: Problem) -> dict[str, str]:
    """Return what a check says, with the way to its hex."""
    tile = problem.params.get("tile")
    href = f"#hex-{tile}" if tile is not None else ""
    return {"message": problem_text(problem), "href": href}


def _draw(request: HttpRequest, draft: MapDraft, document: Json) -> HttpResponse:
    return HttpResponse(draw_draft(document))


def _take_text(request: HttpRequest, draft: MapDraft, document: Json) -> HttpResponse:
    draft = _kept(request, draft, document)
    messages.success(request, _("The map is saved as the text says."))
    return redirect("map-editor", draft.pk)


def _copy(request: HttpRequest, draft: MapDraft, document: Json) -> HttpResponse:
    made = map_drafts.draft_create(user=user_of(request), document=document)
    messages.success(request, _("This is a map of its own now."))
    return redirect("map-editor", made.pk)


def _delete(request: HttpRequest, draft: MapDraft, document: Json) -> HttpResponse:
    map_drafts.draft_delete(user=user_of(request), draft_id=draft.pk)
    messages.success(request, _("The map is deleted."))
    return redirect("map-list")


def _export_json(request: HttpRequest, draft: MapDraft, document: Json) -> HttpResponse:
    text = json.dumps(document, ensure_ascii=False, indent=1) + "\n"
    return _download(document, "json", text, "application/json")


def _export_text(request: HttpRequest, draft: MapDraft, document: Json) -> HttpResponse:
    return _download(document, "txt", to_text(document), "text/plain; charset=utf-8")


def _download(document: Json, ending: str, text: str, kind: str) -> HttpResponse:
    name = slugify(document.get("name", ""))[:60] or "map"
    response = HttpResponse(text, content_type=kind)
    response["Content-Disposition"] = f'attachment; filename="{name}.{ending}"'
    return response


ACTIONS = {
    "save": _save,
    "hex": _change_hex,
    "check": _check,
    "draw": _draw,
    "text": _take_text,
    "copy": _copy,
    "delete": _delete,
    "export_json": _export_json,
    "export_text": _export_text,
}


def _refused(
    request: HttpRequest,
    draft: MapDraft,
    document: Json,
    error: ServiceError | Refusal,
    form: HexForm | None = None,
) -> HttpResponse:
    """Say what was refused; nothing that was drawn or written is lost."""
    status = error.status if isinstance(error, ServiceError) else 422
    texts = texts_of(error)
    if isinstance(error, Stale):
        texts.append(_("“Save as a new map” keeps both; or open the map again."))
    if SCRIPT in request.headers:
        return JsonResponse({"message": " ".join(texts)}, status=status)
    lines = [{"message": text} for text in texts]
    if isinstance(error, Refusal):
        lines = [dict(_line(problem)) for problem in error.problems]
    return _page(request, draft, document, form=form, extra={"problems": lines}, status=status)


def _page(
    request: HttpRequest,
    draft: MapDraft,
    document: Json,
    *,
    form: HexForm | None = None,
    extra: dict[str, Any] | None = None,
    status: int = 200,
) -> HttpResponse:
    """Render the editor with the map as it stands."""
    number = whole(request.GET.get("hex") or request.POST.get("n"))
    starts = sum("start" in tile for tile in document["tiles"])
    context = {
        "draft": draft,
        "document": document,
        "json": json.dumps(document, ensure_ascii=False, separators=(",", ":")),
        "text": request.POST.get("text") if status != 200 else None,
        "written": to_text(document),
        "picture": draw_draft(document),
        "form": form or HexForm(initial=hex_values(document, number)),
        "revision": request.POST.get("revision", draft.revision),
        "kingdoms": min(max(starts, 2), 8),
        "counts": range(2, 9),
        **(extra or {}),
    }
    return render(request, "pages/map_editor.html", context, status=status)


# Pictures of maps that could be chosen


@require_safe
@signed_in
def map_picture(request: HttpRequest) -> HttpResponse:
    """Show in small the map that a new campaign's form asks for; mark those that do not fit."""
    within_limit(request, "map-picture", 60)
    context = {
        "shown": picture_of(request.GET, user_of(request)),
        "catalogue": CATALOGUE,
        "seats": whole(request.GET.get("seats")) or 0,
        "instead": map_instead(request.GET),
    }
    return render(request, "parts/map_answer.html", context)
