import type { Context } from 'hono';
import type { AppEnv } from '../../../context.ts';
import { stampOf } from '../../../http/security/audit.ts';
import { PlainError } from '../../../http/answers/errors.ts';
import { renderMail } from '../../../http/outbox/mail.ts';
import { dispatch, outboxInsert } from '../../../http/outbox/outbox.ts';
import { findPerson } from './find-people.db.ts';
import { removeFactors } from './remove-factors.db.ts';

const NEWS = {
  subject: 'Your second factor was removed from Vouch',
  text: 'An admin removed the second factor from your account and signed you out everywhere. If you didn’t ask for this, reply to this email.',
  step: null,
  name: null,
};

/**
 * Removes a person's second factor, ends the person's sessions and tells the person by mail. Throws
 * `people.own_second_factor`, `people.no_second_factor` and `request.not_found`.
 */
export async function removeSecondFactor(c: Context<AppEnv>, id: string): Promise<void> {
  const [db, stamp] = [c.get('db'), stampOf(c)];
  if (id === stamp.actor_id) throw ownFactor();
  const { email, factors } = await findPerson(db, { id });
  const mail = email
    ? await outboxInsert(c, { channel: 'email', recipient: email, ...(await renderMail(NEWS)) })
    : null;
  await removeFactors(db, { id, factors, stamp, also: mail ? [mail.statement] : [] });
  if (mail) dispatch(c, [mail.id]);
}

const ownFactor = () =>
  new PlainError(403, 'people.own_second_factor', 'You can’t remove your own second factor. Ask another admin.');
