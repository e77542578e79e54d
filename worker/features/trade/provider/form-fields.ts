/** Encodes parameters for Stripe. Null becomes an empty value, which unsets the field. */
export function formFields(params: object): URLSearchParams {
  const fields = new URLSearchParams();
  const add = (name: string, value: unknown): void => {
    if (value === undefined) return;
    if (typeof value === 'object' && value !== null) {
      for (const [key, each] of Object.entries(value)) add(name ? `${name}[${key}]` : key, each);
    } else fields.append(name, value === null ? '' : `${value as string | number | boolean}`);
  };
  add('', params);
  return fields;
}
