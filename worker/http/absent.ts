/** In the build, this replaces a schema library of the OpenAPI package that we do not use. */
export const toJSONSchema = undefined;
