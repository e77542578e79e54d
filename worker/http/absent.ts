/** Replaces, in the Worker's build, a schema library that the OpenAPI package supports and that is not used here. */
export const toJSONSchema = undefined;
