/** In the Worker's build, this replaces a schema library that the OpenAPI package supports but we do not use. */
export const toJSONSchema = undefined;
