import { useQuery } from '@tanstack/react-query';
import { clockChangeAt, clockChangeSentence } from '../../../../worker/contract/time/clock-change.ts';
import { slugOf } from '../../../../worker/contract/nights/events/slug.ts';
import { useSession } from '../../../session/session.ts';
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx';
import { CheckField } from '../../../ui/fields/check-field.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { adminVenuesQuery, organizersQuery } from '../../../admin-ui/admin.queries.ts';
import s from '../../../admin-ui/admin.module.css';
import { shortTime } from '../../../admin-ui/date-time.tsx';
import { useApi } from '../../../use-api.ts';
import type { useForm } from '../../../use-form.ts';
import type { Poster } from '../images/use-poster.ts';
import type { EventChange } from './admin-events.queries.ts';
import { PosterFocus } from './poster-focus.tsx';
import { agesFor, endOf, type EventForm } from './event-form.ts';

/** `slug` is undefined for a new event. The form then shows the slug that the title gives. */
export function EventFields({
  form: { values, field, change },
  slug,
  poster,
}: {
  form: Pick<ReturnType<typeof useForm<EventForm, EventChange>>, 'values' | 'field' | 'change'>;
  slug: string | undefined;
  poster: Poster;
}) {
  const api = useApi();
  const { data: venues = [] } = useQuery(adminVenuesQuery(api));
  const end = endOf(values);
  const picture = poster.preview ?? values.image_url;
  return (
    <>
      <div>
        <Field label="Title" required autoComplete="off" {...field('title')} />
        <p className={`${s.small} ${s.below}`}>
          Address: <span data-slug>/events/{slug ?? (values.title.trim() ? slugOf(values.title.trim()) : '…')}</span>
          {!slug && ', plus the date if that is taken'}
        </p>
      </div>
      <SelectField label="Venue" required {...field('venue_id')}>
        <option value="">Pick a venue</option>
        {venues.map(({ id, name, city }) => (
          <option key={id} value={id}>
            {city ? `${name}, ${city}` : name}
          </option>
        ))}
      </SelectField>
      <div className={s.pair}>
        <Field label="Start (New York time)" type="datetime-local" required {...field('start_at')} />
        <Field label="End (optional)" type="datetime-local" {...field('end_at')} />
      </div>
      {clockChangeAt(values.start_at) && <p className={s.small}>{clockChangeSentence(values.start_at)}</p>}
      {end && <p className={s.small}>Ends {shortTime(end.toISOString())}.</p>}
      <div className={s.pair}>
        <SelectField label="Age policy" {...field('age_policy')}>
          {agesFor(values.age_policy).map((age) => (
            <option key={age}>{age}</option>
          ))}
        </SelectField>
        <Field label="Ticket price (optional)" prefix="$" inputMode="decimal" {...field('ticket_price')} />
      </div>
      <div className={s.pair}>
        <Field label="Lowest resale price, %" inputMode="numeric" {...field('price_min_pct')} />
        <Field label="Highest resale price, %" inputMode="numeric" {...field('price_max_pct')} />
      </div>
      <Field
        label="Picture (optional)"
        type="file"
        accept="image/*"
        error={poster.error}
        onChange={({ target }) => poster.choose(target.files?.[0])}
      />
      {!poster.file && (
        <Field
          label="Or image URL (optional)"
          type="url"
          inputMode="url"
          placeholder="https://"
          {...field('image_url')}
        />
      )}
      {picture && <PosterFocus src={picture} x={field('focus_x')} y={field('focus_y')} />}
      <TextAreaField label="Description (optional)" rows={4} {...field('description')} />
      <Field label="Tags (optional)" autoComplete="off" placeholder="techno, open air" {...field('tags')} />
      <Organizer field={field('organizer_id')} isNew={!slug} />
      <CheckField
        label="Published"
        name="is_published"
        checked={values.is_published}
        onChange={({ target }) => change({ is_published: target.checked })}
      />
      {values.is_published && (
        <Field label="Publish at (optional, New York time)" type="datetime-local" {...field('publish_at')} />
      )}
    </>
  );
}

function Organizer({ field, isNew }: { field: { value: string } & Record<string, unknown>; isNew: boolean }) {
  const api = useApi();
  const session = useSession();
  const isAdmin = session.status === 'signed_in' && session.role === 'admin';
  const { data: people = [] } = useQuery({ ...organizersQuery(api), enabled: isAdmin });
  if (!isAdmin) return null;
  const isListed = field.value === '' || people.some(({ id }) => id === field.value);
  return (
    <SelectField label="Organizer" {...field}>
      <option value="">{isNew ? 'You' : 'Nobody'}</option>
      {!isListed && (
        <option value={field.value}>{field.value === session.user.id ? 'You' : 'Current organizer'}</option>
      )}
      {people.map(({ id, display_name, email }) => (
        <option key={id} value={id}>
          {[display_name, email].filter(Boolean).join(', ')}
        </option>
      ))}
    </SelectField>
  );
}
