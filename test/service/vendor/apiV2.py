"""
Uses the test service through the part of Plane's Python SDK 0.3.2 for API v2, `client.v2`, and stops at the first
answer that the SDK cannot read or that is not as expected. The expectations are those of the SDK's own tests,
`tests/v2/integration/` in makeplane/plane-python-sdk, which need a live server. `npm run test:vendor`
runs it. It creates a project, and deletes it at the end.
"""

import os
import uuid

from plane import PlaneClient
from plane.api.v2 import PlaneAPIError
from plane.models.v2.cycles import CreateCycle, UpdateCycle
from plane.models.v2.labels import CreateLabel, UpdateLabel
from plane.models.v2.milestones import CreateMilestone, UpdateMilestone
from plane.models.v2.modules import CreateModule, UpdateModule
from plane.models.v2.projects import CreateProject
from plane.models.v2.states import CreateState, UpdateState
from plane.models.v2.webhooks import CreateWebhook, UpdateWebhook
from plane.models.v2.work_items import (
    CreateWorkItem,
    CreateWorkItemComment,
    UpdateWorkItem,
    UpdateWorkItemComment,
)

UNKNOWN_ID = "00000000-0000-0000-0000-000000000000"
COLOR = {"color": "#336699"}

# The classes of a kind of record, the member with its name, and what else it needs.
KINDS = {
    "states": (CreateState, UpdateState, "name", COLOR),
    "labels": (CreateLabel, UpdateLabel, "name", COLOR),
    "cycles": (CreateCycle, UpdateCycle, "name", {}),
    "modules": (CreateModule, UpdateModule, "name", {}),
    "milestones": (CreateMilestone, UpdateMilestone, "title", {}),
}


def unique(prefix):
    return f"{prefix}-{uuid.uuid4().hex[:8]}"


def expect_refusal(status, call):
    """Returns the error of a call, which must have this status."""
    try:
        call()
    except PlaneAPIError as error:
        assert error.status == status, f"{error.status}: {error.detail}"
        return error

    raise AssertionError(f"not refused with {status}")


def check_pages(records, mark):
    """Reads four records two at a time, by offset and by cursor."""
    by_cursor = {"paginate": "cursor", "order_by": "created_at"}
    page = records.list(external_source=mark, per_page=2)
    assert (len(page.data), page.next, page.total_count) == (2, 2, 4)
    assert len(list(records.iterate(external_source=mark, per_page=2))) == 4

    first = records.list(external_source=mark, per_page=2, **by_cursor)
    second = records.list(
        external_source=mark, per_page=2, cursor=first.next_cursor, **by_cursor
    )
    assert first.has_more is True
    assert not {row.id for row in first.data} & {row.id for row in second.data}
    assert len(list(records.iterate(external_source=mark, per_page=2, **by_cursor))) == 4


def check_records(records, kind):
    """Creates, reads, changes and deletes records of a kind, alone and in bulk."""
    create_class, update_class, name_field, needed = KINDS[kind]

    def build(name, **others):
        return create_class(**{name_field: name, **needed, **others})

    row = records.create(build(unique(kind)))
    name = unique(kind)
    assert records.retrieve(row.id).id == row.id
    assert getattr(records.update(row.id, update_class(**{name_field: name})), name_field) == name

    partial = records.bulk_create([build(unique("new")), build(name)])
    assert (partial.succeeded, partial.failed, partial.failures[0].index) == (1, 1, 1)
    batch = [build(unique("new")), build(name)]
    error = expect_refusal(409, lambda: records.bulk_create(batch, all_or_none=True))
    assert error.code == "batch_failed"

    changes = [{"id": row.id, name_field: unique(kind)}, {"id": UNKNOWN_ID, name_field: "x"}]
    assert records.bulk_update(changes).failures[0].index == 1
    assert records.bulk_delete([row.id, UNKNOWN_ID]).succeeded == 1
    expect_refusal(404, lambda: records.retrieve(row.id))

    mark = unique("mark")
    numbered = [
        build(unique(kind), external_source=mark, external_id=str(number)) for number in range(4)
    ]
    records.bulk_create(numbered).raise_for_failures()
    check_pages(records, mark)

    error = expect_refusal(400, lambda: records.create(build("x" * 300)))
    assert any(problem.field == name_field for problem in error.errors)


def check_work_items(workspace, project):
    items = project.work_items
    label = project.labels.create(CreateLabel(name="bug", **COLOR))
    todo = project.states.find_by_name("Todo")
    parent = items.create(CreateWorkItem(name="Parent", description_html="<p>Text</p>"))
    child = items.create(
        CreateWorkItem(
            name="Child", state_id=todo.id, label_ids=[label.id], parent_id=parent.id
        )
    )
    assert (child.label_ids, child.parent_id) == ([label.id], parent.id)
    assert "state" in items.retrieve(child.id, expand=["state"]).model_extra

    started = project.states.find_by_name("In Progress")
    assert items.update(child.id, UpdateWorkItem(state_id=started.id)).state_id == started.id
    assert [row.id for row in items.list(state_group="started").data] == [child.id]
    assert len(list(workspace.work_items.iterate(project_id=str(project.id)))) == 2

    result = items.bulk_create([CreateWorkItem(name=f"Row {number}") for number in range(50)])
    result.raise_for_failures()
    ids = [row.id for row in result.results]
    assert items.bulk_update([{"id": id, "priority": "high"} for id in ids]).succeeded == 50
    assert len(list(items.iterate(priority="high"))) == 50
    assert items.bulk_delete(ids).succeeded == 50

    error = expect_refusal(400, lambda: items.create(CreateWorkItem.model_construct()))
    assert any(problem.field == "name" for problem in error.errors)

    return parent


def check_comments(item):
    comment = item.comments.create(CreateWorkItemComment(comment_html="<p>Hello</p>"))
    changed = item.comments.update(comment.id, UpdateWorkItemComment(comment_html="<p>Bye</p>"))
    assert (changed.work_item_id, changed.comment_html) == (item.id, "<p>Bye</p>")

    comments = [CreateWorkItemComment(comment_html=f"<p>{number}</p>") for number in range(3)]
    item.comments.bulk_create(comments).raise_for_failures()
    item.comments.delete(comment.id)


def check_webhooks(webhooks, slug):
    body = CreateWebhook(
        url=f"https://example.com/{unique('hook')}",
        name=unique("n8n"),
        is_active=False,
        scopes=["workitem.created"],
        version="v2",
    )
    webhook = webhooks.create(slug, body)
    regenerated = webhooks.regenerate(slug, webhook.id)
    assert regenerated.secret_key != webhook.secret_key
    assert webhooks.update(slug, webhook.id, UpdateWebhook(is_active=True)).is_active is True

    found = webhooks.find_by_name(slug, webhook.name)
    assert "secret_key" not in (found.model_extra or {})
    webhooks.delete(slug, found.id)
    expect_refusal(404, lambda: webhooks.retrieve(slug, webhook.id))


def main():
    slug = os.environ["WORKSPACE_SLUG"]
    client = PlaneClient(
        base_url=os.environ["PLANE_BASE_URL"], api_key=os.environ["PLANE_API_KEY"]
    )
    workspace = client.v2.workspaces.retrieve(slug)
    projects = client.v2.workspaces.projects
    key = f"T{uuid.uuid4().hex[:6].upper()}"
    project = projects.create(slug, CreateProject(name=f"Trial {key}", identifier=key))
    assert projects.retrieve(slug, key).id == project.id

    for kind in KINDS:
        check_records(getattr(project, kind), kind)
        print(f"{kind}: as expected")

    item = check_work_items(workspace, project)
    print("work items: as expected")
    check_comments(item)
    print("comments: as expected")
    check_webhooks(client.v2.workspaces.webhooks, slug)
    print("webhooks: as expected")
    projects.delete(slug, str(project.id))
    print("projects: as expected")


main()
