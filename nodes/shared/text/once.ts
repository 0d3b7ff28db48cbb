/** Returns a function that calls another one when it is first called, and then returns the same result. */
export function once<Value>(create: () => Value): () => Value {
	let created: { readonly value: Value } | undefined;

	return () => {
		created ??= { value: create() };

		return created.value;
	};
}
