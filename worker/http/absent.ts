/** Stands in, when the Worker is built, for a schema library that the API's description could also read and nothing here uses. */
export const toJSONSchema = undefined;
