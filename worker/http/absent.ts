/** In the build, this replaces a schema library that the OpenAPI package imports and we do not use. */
export const toJSONSchema = undefined;
