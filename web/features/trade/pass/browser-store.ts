/** A key-value store in this browser. Each call closes its database, so that signing out can delete it. */
export function browserStore(name: string) {
  const run = async <T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> => {
    const opening = indexedDB.open(name, 1);
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('values'));
    const db = await answerOf(opening);
    try {
      return await answerOf(act(db.transaction('values', mode).objectStore('values')));
    } finally {
      db.close();
    }
  };
  return {
    read: (key: string): Promise<unknown> => run('readonly', (store) => store.get(key) as IDBRequest<unknown>),
    write: (key: string, value: unknown) => run('readwrite', (store) => store.put(value, key)),
    remove: (key: string) => run('readwrite', (store) => store.delete(key)),
    keys: () => run('readonly', (store) => store.getAllKeys()),
  };
}

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('The browser’s storage failed.')));
  });
}
