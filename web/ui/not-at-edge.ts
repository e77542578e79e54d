/** Stands, when the Worker is built, for the import of a part that only a browser asks for: its bundle leaves that part out. */
export function notAtEdge(): Promise<never> {
  return Promise.reject(new Error('The edge has no use for this part.'));
}
