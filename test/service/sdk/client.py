"""Works with a service through the vendor's own client (plane-sdk): python client.py URL KEY SLUG."""

import sys

from plane.client import PlaneClient
from plane.errors import HttpError
from plane.models.cycles import CreateCycle, UpdateCycle
from plane.models.intake import CreateIntakeWorkItem
from plane.models.labels import CreateLabel, UpdateLabel
from plane.models.modules import CreateModule, UpdateModule
from plane.models.projects import CreateProject, UpdateProject
from plane.models.query_params import RetrieveQueryParams, WorkItemQueryParams
from plane.models.states import CreateState
from plane.models.stickies import CreateSticky
from plane.models.work_items import (
    CreateWorkItem,
    CreateWorkItemComment,
    CreateWorkItemLink,
    CreateWorkItemRelation,
    UpdateWorkItem,
    UpdateWorkItemComment,
)

url, key, slug = sys.argv[1:]
client = PlaneClient(base_url=url, api_key=key)


def refused(status, call, *values):
    """Whether a call is answered with this status."""
    try:
        call(*values)
    except HttpError as error:
        return error.status_code == status
    return False


me = client.users.get_me()
settings = {"cycle_view": True, "module_view": True, "intake_view": True}
project = client.projects.create(slug, CreateProject(name="By SDK", identifier="sdk", **settings))
client.projects.update(slug, project.id, UpdateProject(description="Changed"))
assert client.projects.retrieve(slug, project.id).description == "Changed"
assert any(found.id == project.id for found in client.projects.list(slug).results)
assert [found.id for found in client.projects.get_members(slug, project.id)] == [me.id]
at = (slug, project.id)

states = client.states.list(*at).results
started = client.states.create(*at, CreateState(name="Checking", color="#3f76ff", group="started"))
assert len(client.states.list(*at).results) == len(states) + 1
label = client.labels.create(*at, CreateLabel(name="bug", color="#ff0000"))
assert client.labels.update(*at, label.id, UpdateLabel(name="defect")).name == "defect"

item = client.work_items.create(
    *at, CreateWorkItem(name="One", priority="high", labels=[label.id], assignees=[me.id])
)
other = client.work_items.create(*at, CreateWorkItem(name="Two"))
client.work_items.update(*at, item.id, UpdateWorkItem(state=started.id, name="First"))
expanded = client.work_items.retrieve(*at, item.id, RetrieveQueryParams(expand="labels,assignees"))
assert (expanded.name, expanded.labels[0].name) == ("First", "defect")
assert client.work_items.retrieve_by_identifier(slug, "SDK", 1).id == item.id
newest = client.work_items.list(*at, WorkItemQueryParams(order_by="-sequence_id", per_page=1))
assert ([found.id for found in newest.results], newest.total_count) == ([other.id], 2)
assert client.work_items.search(slug, "First").issues[0].id == item.id

comment = client.work_items.comments.create(
    *at, item.id, CreateWorkItemComment(comment_html="<p>Good</p>")
)
better = UpdateWorkItemComment(comment_html="<p>Better</p>")
client.work_items.comments.update(*at, item.id, comment.id, better)
found = client.work_items.comments.retrieve(*at, item.id, comment.id)
assert found.comment_html == "<p>Better</p>"
link = client.work_items.links.create(*at, item.id, CreateWorkItemLink(url="https://example.com"))
client.work_items.links.delete(*at, item.id, link.id)
client.work_items.relations.create(
    *at, item.id, CreateWorkItemRelation(relation_type="blocking", issues=[other.id])
)
activities = client.work_items.activities.list(*at, item.id).results
assert {"created", "updated", "deleted"} <= {activity.verb for activity in activities}

cycle = client.cycles.create(
    *at, CreateCycle(name="Week 1", owned_by=me.id, project_id=project.id)
)
client.cycles.add_work_items(*at, cycle.id, [item.id, other.id])
client.cycles.remove_work_item(*at, cycle.id, other.id)
assert [held.id for held in client.cycles.list_work_items(*at, cycle.id).results] == [item.id]
assert client.cycles.retrieve(*at, cycle.id).total_issues == 1
past = {"start_date": "2026-01-05", "end_date": "2026-01-11"}
client.cycles.update(*at, cycle.id, UpdateCycle(**past))
client.cycles.archive(*at, cycle.id)
assert [found.id for found in client.cycles.list_archived(*at).results] == [cycle.id]
client.cycles.unarchive(*at, cycle.id)

module = client.modules.create(*at, CreateModule(name="Launch", members=[me.id]))
client.modules.add_work_items(*at, module.id, [item.id, other.id])
client.modules.remove_work_item(*at, module.id, other.id)
assert [held.id for held in client.modules.list_work_items(*at, module.id).results] == [item.id]
assert refused(400, client.modules.archive, *at, module.id)
client.modules.update(*at, module.id, UpdateModule(status="completed"))
client.modules.archive(*at, module.id)
assert [found.id for found in client.modules.list_archived(*at).results] == [module.id]
client.modules.unarchive(*at, module.id)

report = client.intake.create(*at, CreateIntakeWorkItem(issue={"name": "On fire"}))
assert client.intake.retrieve(*at, report.issue).status == -2
client.intake.delete(*at, report.issue)
sticky = client.stickies.create(slug, CreateSticky(name="Call Ada"))
assert client.stickies.retrieve(slug, sticky.id).name == "Call Ada"
client.stickies.delete(slug, sticky.id)

client.work_items.comments.delete(*at, item.id, comment.id)
client.modules.delete(*at, module.id)
client.cycles.delete(*at, cycle.id)
client.labels.delete(*at, label.id)
client.work_items.delete(*at, item.id)
client.states.delete(*at, started.id)
assert refused(404, client.work_items.retrieve, *at, item.id)
client.projects.delete(slug, project.id)
assert refused(404, client.projects.retrieve, slug, project.id)
print("The client works with the service.")
