import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { AppEnv, Db } from '../../../context.ts';
import { stampOf } from '../../../http/security/audit.ts';
import { requireRole } from '../../../http/security/guards.ts';
import { openProvider } from '../provider/provider.ts';
import { findDispute, findDisputes } from './disputes.db.ts';
import { evidenceText } from './story/evidence.rules.ts';
import { findMailTimes, findStory } from './story/story.db.ts';
import { disputeView, storyView } from './story/story.view.ts';
import { submitEvidence } from './submit-evidence.ts';

async function packOf(db: Db, id: string) {
  const dispute = await findDispute(db, { id });
  const story = await findStory(db, { request_id: dispute.request_id });
  const { email } = story.buyer;
  const mailed = email === null ? [] : await findMailTimes(db, { email, since: story.request.created_at });
  return { dispute, story, text: evidenceText(story, { mailed }) };
}

export const disputeRoutes = new Hono<AppEnv>()
  .basePath('/admin/disputes')
  .use(requireRole('admin'))
  .get('/', describeRoute({ summary: 'Disputes, the open ones first' }), async (c) => {
    const rows = await findDisputes(c.get('db'));
    return c.json({ disputes: rows.map(({ dispute, ...about }) => Object.assign(disputeView(dispute), about)) });
  })
  .get('/:id', describeRoute({ summary: 'A dispute with its evidence' }), async (c) => {
    const { dispute, story, text } = await packOf(c.get('db'), c.req.param('id'));
    return c.json({ dispute: disputeView(dispute), evidence: text, story: storyView(story, c.env) });
  })
  .post('/:id/submit', describeRoute({ summary: 'Send the evidence to the bank, once' }), async (c) => {
    const db = c.get('db');
    const pack = await packOf(db, c.req.param('id'));
    await submitEvidence(db, { ...pack, provider: openProvider(c.env), stamp: stampOf(c) });
    return c.json(disputeView(await findDispute(db, { id: c.req.param('id') })));
  });
