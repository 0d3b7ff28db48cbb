export {
	addWorkItemsToCustomer,
	createCustomer,
	deleteCustomer,
	getCustomer,
	getCustomers,
	getWorkItemsOfCustomer,
	removeWorkItemsFromCustomer,
	updateCustomer,
} from './customer';
export {
	createCustomerProperty,
	deleteCustomerProperty,
	getCustomerProperties,
	getCustomerProperty,
	updateCustomerProperty,
} from './customerProperty';
export {
	getCustomerPropertyValue,
	getCustomerPropertyValues,
	setCustomerPropertyValues,
	updateCustomerPropertyValue,
} from './customerPropertyValue';
export {
	createCustomerRequest,
	deleteCustomerRequest,
	getCustomerRequest,
	getCustomerRequests,
	updateCustomerRequest,
} from './customerRequest';
export {
	addWorkItemsToCycle,
	archiveCycle,
	createCycle,
	deleteCycle,
	getArchivedCycles,
	getCycle,
	getCycles,
	getWorkItemsOfCycle,
	removeWorkItemsFromCycle,
	transferWorkItems,
	unarchiveCycle,
	updateCycle,
} from './cycle';
export {
	addWorkItemsToEpic,
	createEpic,
	deleteEpic,
	getEpic,
	getEpics,
	getWorkItemsOfEpic,
	updateEpic,
} from './epic';
export {
	addEpicsToInitiative,
	addLabelsToInitiative,
	addProjectsToInitiative,
	addWorkItemsToInitiative,
	createInitiative,
	deleteInitiative,
	getEpicsOfInitiative,
	getInitiative,
	getInitiatives,
	getLabelsOfInitiative,
	getProjectsOfInitiative,
	getWorkItemsOfInitiative,
	removeEpicsFromInitiative,
	removeLabelsFromInitiative,
	removeProjectsFromInitiative,
	removeWorkItemsFromInitiative,
	updateInitiative,
} from './initiative';
export {
	createInitiativeLabel,
	deleteInitiativeLabel,
	getInitiativeLabel,
	getInitiativeLabels,
	updateInitiativeLabel,
} from './initiativeLabel';
export {
	addWorkItemsToMilestone,
	createMilestone,
	deleteMilestone,
	getMilestone,
	getMilestones,
	getWorkItemsOfMilestone,
	removeWorkItemsFromMilestone,
	updateMilestone,
} from './milestone';
export {
	createProjectLabel,
	deleteProjectLabel,
	getProjectLabels,
	updateProjectLabel,
} from './projectLabel';
export {
	addProjectsToTeamspace,
	createTeamspace,
	deleteTeamspace,
	getProjectsOfTeamspace,
	getTeamspace,
	getTeamspaces,
	removeProjectsFromTeamspace,
	updateTeamspace,
} from './teamspace';
export {
	acceptIntakeItem,
	createIntakeItem,
	deleteIntakeItem,
	getIntakeItem,
	getIntakeItems,
	updateIntakeItem,
} from './intakeItem';
export {
	createInvitation,
	deleteInvitation,
	getInvitation,
	getInvitations,
	updateInvitation,
} from './invitation';
export { createLabel, deleteLabel, getLabel, getLabels, updateLabel } from './label';
export { getMembers, removeMember } from './member';
export {
	addWorkItemsToModule,
	archiveModule,
	createModule,
	deleteModule,
	getArchivedModules,
	getModule,
	getModules,
	getWorkItemsOfModule,
	removeWorkItemsFromModule,
	unarchiveModule,
	updateModule,
} from './module';
export {
	archivePage,
	createPage,
	deletePage,
	getPage,
	getPages,
	unarchivePage,
	updatePage,
} from './page';
export {
	archiveProject,
	createProject,
	deleteProject,
	getProject,
	getProjectFeatures,
	getProjectSummary,
	getProjects,
	unarchiveProject,
	updateProject,
	updateProjectFeatures,
} from './project';
export {
	addProjectMember,
	getProjectMember,
	getProjectMembers,
	removeProjectMember,
	updateProjectMember,
} from './projectMember';
export { createState, deleteState, getState, getStates, updateState } from './state';
export { createSticky, deleteSticky, getStickies, getSticky, updateSticky } from './sticky';
export {
	addTeamspaceMembers,
	getTeamspaceMembers,
	removeTeamspaceMembers,
} from './teamspaceMember';
export { getCurrentUser } from './user';
export {
	archiveWorkItem,
	createWorkItem,
	deleteWorkItem,
	getWorkItem,
	getWorkItems,
	searchWorkItems,
	searchWorkItemsByConditions,
	unarchiveWorkItem,
	updateWorkItem,
	upsertWorkItem,
} from './workItem';
export { getActivities, getActivity } from './workItemActivity';
export {
	attachFile,
	deleteAttachment,
	getAttachment,
	getWorkItemAttachments,
	uploadFile,
} from './workItemAttachment';
export {
	createComment,
	deleteComment,
	getComment,
	getComments,
	updateComment,
} from './workItemComment';
export { createLink, deleteLink, getLink, getLinks, updateWorkItemLink } from './workItemLink';
export { createRelation, deleteRelation, getRelations } from './workItemRelation';
export {
	archiveWikiPage,
	createWikiPage,
	deleteWikiPage,
	getWikiPage,
	getWikiPages,
	unarchiveWikiPage,
	updateWikiPage,
} from './wikiPage';
export {
	addPageToWorkItem,
	getPageOfWorkItem,
	getPagesOfWorkItem,
	removePageFromWorkItem,
} from './workItemPage';
export {
	createWorklog,
	deleteWorklog,
	getWorklogs,
	getWorklogTotals,
	updateWorklog,
} from './worklog';
export { createEstimate, deleteEstimate, getEstimate, updateEstimate } from './estimate';
export {
	createEstimatePoints,
	deleteEstimatePoint,
	getEstimatePoints,
	updateEstimatePoint,
} from './estimatePoint';
export {
	createWorkItemType,
	deleteWorkItemType,
	getWorkItemType,
	getWorkItemTypes,
	updateWorkItemType,
} from './workItemType';
export {
	createWorkItemProperty,
	deleteWorkItemProperty,
	getWorkItemProperties,
	getWorkItemProperty,
	updateWorkItemProperty,
} from './workItemProperty';
export {
	createWorkItemPropertyOption,
	deleteWorkItemPropertyOption,
	getWorkItemPropertyOption,
	getWorkItemPropertyOptions,
	updateWorkItemPropertyOption,
} from './workItemPropertyOption';
export {
	deleteWorkItemPropertyValue,
	getWorkItemPropertyValue,
	setWorkItemPropertyValue,
	updateWorkItemPropertyValue,
} from './workItemPropertyValue';
export { getWorkspaceFeatures, updateWorkspaceFeatures } from './workspace';
