import { isObject } from '../../values/valueChecks';
import { readNamedDay } from '../days';
import { readPerson } from '../personCells';
import type { Profile, Row, StateGroup } from '../profile';

/** The categories of Jira's states, in lower case, by language: English and Spanish. */
const GROUPS_BY_CATEGORY: ReadonlyMap<string, StateGroup> = new Map([
	['to do', 'unstarted'],
	['in progress', 'started'],
	['done', 'completed'],
	['por hacer', 'unstarted'],
	['en curso', 'started'],
	['listo', 'completed'],
]);

/** The keys of the same categories in Jira's REST API. */
const GROUPS_BY_KEY: ReadonlyMap<unknown, StateGroup> = new Map([
	['new', 'unstarted'],
	['indeterminate', 'started'],
	['done', 'completed'],
]);

/** An export of a server has no categories, but a record with a resolution is finished. */
function findGroup({ 'Status Category': category, Resolution: resolution, status }: Row) {
	if (isObject(status) && isObject(status.statusCategory)) {
		return GROUPS_BY_KEY.get(status.statusCategory.key);
	}

	if (typeof category === 'string') return GROUPS_BY_CATEGORY.get(category.toLowerCase());

	return typeof resolution === 'string' && resolution !== '' ? 'completed' : undefined;
}

/**
 * Jira: Issues → Export → CSV, of the cloud and of servers; the export of add-ons, which calls the key `Key`; and the
 * issues of its REST API.
 */
export const jira: Profile = {
	tool: 'Jira',
	recognizedBy: [
		['Summary', 'Issue key'],
		['Summary', 'Key', 'Status', 'Reporter'],
		['summary', 'key', 'issuetype'],
	],
	columns: {
		external_id: ['Issue key', 'Key', 'key'],
		name: ['Summary', 'summary'],
		description_html: ['Description', 'description'],
		state: ['Status', 'status'],
		assignees: ['Assignee', 'assignee'],
		labels: ['Labels', 'labels'],
		priority: ['Priority', 'priority'],
		start_date: ['Custom field (Start date)'],
		target_date: ['Due date', 'Due Date', 'duedate'],
		created_at: ['Created', 'created'],
	},
	technicalColumns: [
		'Issue id',
		'Project key',
		'Project name',
		'Project type',
		'Project lead',
		'Project lead id',
		'Project description',
		'Project url',
		'Assignee Id',
		'Assignee ID',
		'Reporter Id',
		'Reporter ID',
		'Creator Id',
		'Watchers Id',
		'Key ID',
		'Status ID',
		'Priority ID',
		'Last Viewed',
		'Updated',
		'Votes',
		'Work Ratio',
		'Custom field (Rank)',
		'Custom field (Development)',
		'Parent summary',
	],
	languages: [
		{
			locale: 'es',
			headings: {
				Resumen: 'Summary',
				'Clave de incidencia': 'Issue key',
				'ID de la incidencia': 'Issue id',
				'Tipo de Incidencia': 'Issue Type',
				Estado: 'Status',
				'Clave del proyecto': 'Project key',
				'Nombre del proyecto': 'Project name',
				'Tipo de proyecto': 'Project type',
				'Responsable del proyecto': 'Project lead',
				'ID del responsable del proyecto': 'Project lead id',
				'Descripción del proyecto': 'Project description',
				Prioridad: 'Priority',
				Resolución: 'Resolution',
				'Persona asignada': 'Assignee',
				'ID de la persona asignada': 'Assignee Id',
				Informador: 'Reporter',
				'ID del informador': 'Reporter Id',
				Creador: 'Creator',
				'ID del creador': 'Creator Id',
				Creada: 'Created',
				Actualizada: 'Updated',
				'Vista por Última Vez': 'Last Viewed',
				Resuelta: 'Resolved',
				'Fecha de vencimiento': 'Due date',
				Votos: 'Votes',
				Etiquetas: 'Labels',
				Descripción: 'Description',
				Entorno: 'Environment',
				Interesados: 'Watchers',
				'ID de los interesados': 'Watchers Id',
				Adjunto: 'Attachment',
				'Campo personalizado (Start date)': 'Custom field (Start date)',
				'Campo personalizado (Rank)': 'Custom field (Rank)',
				Comentario: 'Comment',
				'Categoría de estado': 'Status Category',
				Principal: 'Parent',
				'Clave principal': 'Parent key',
			},
		},
	],
	format: 'jira',
	readers: {
		assignees: readPerson,
		state: (state) => (isObject(state) ? state.name : state),
		priority: (priority) => (isObject(priority) ? priority.name : priority),
		start_date: readNamedDay,
		target_date: readNamedDay,
		created_at: readNamedDay,
	},
	priorities: {
		highest: 'urgent',
		blocker: 'urgent',
		critical: 'urgent',
		major: 'high',
		minor: 'low',
		trivial: 'low',
		lowest: 'low',
	},
	states: {
		'to do': { group: 'unstarted', name: 'Todo' },
		open: { group: 'unstarted' },
		reopened: { group: 'unstarted' },
		'in progress': { group: 'started', name: 'In Progress' },
		resolved: { group: 'completed' },
		closed: { group: 'completed' },
		done: { group: 'completed', name: 'Done' },
		'tareas por hacer': { group: 'unstarted', name: 'Todo' },
		'en curso': { group: 'started', name: 'In Progress' },
		finalizada: { group: 'completed', name: 'Done' },
	},
	findGroup,
	parents: {
		columns: ['Parent key', 'Parent', 'Parent id', 'Custom field (Epic Link)', 'parent'],
		names: ['Issue key', 'Key', 'key', 'Issue id'],
	},
	sprints: ['Sprint'],
};
