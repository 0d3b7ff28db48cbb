/**
 * Says by how much a text that is sent to each editor or model is too large, and how to make room.
 *
 * @returns undefined if it is not too large
 */
export function describeExcess(
	size: number,
	limit: number,
	unit: 'bytes' | 'characters',
): string | undefined {
	if (size <= limit) return undefined;

	return `${size - limit} ${unit} too many: say something in fewer words, here or elsewhere, and leave the limit as it is`;
}
