import { env } from 'cloudflare:workers';
import { UNDO_MS } from '../../../worker/contract/undo.ts';
import { tellPeople } from '../../../worker/tell-people.ts';

/** Tells people what has been decided up to now, as if the time to undo it had passed. */
export const afterUndo = (): Promise<void> => tellPeople(env, new Date(Date.now() + UNDO_MS + 1));
