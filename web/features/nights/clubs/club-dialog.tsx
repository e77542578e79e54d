import { CLUB_STATUSES } from '../../../../worker/contract/nights/clubs.ts';
import { stripAt } from '../../../../worker/contract/people/people.ts';
import s from '../../../admin-ui/admin.module.css';
import { EntryDialog } from '../../../admin-ui/entry-dialog.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx';
import { useApi } from '../../../use-api.ts';
import { clubFormOf, editedClub, EMPTY_CLUB, NewClub } from './club-form.ts';
import { type Club, clubCalls } from './clubs.queries.ts';

export function ClubDialog({ club: opened, onClose }: { club: Club | null; onClose: () => void }) {
  const api = useApi();
  return (
    <EntryDialog
      noun="club"
      opened={opened}
      save={clubCalls(api).save}
      schemaOf={(club) => (club ? editedClub(club) : NewClub)}
      formOf={(club) => (club ? clubFormOf(club) : EMPTY_CLUB)}
      onClose={onClose}
    >
      {({ field, change }) => (
        <>
          <Field label="Name" required autoComplete="off" {...field('name')} />
          <SelectField label="Status" {...field('status')}>
            {CLUB_STATUSES.map((status) => (
              <option key={status}>{status}</option>
            ))}
          </SelectField>
          <TextAreaField label="Description" {...field('description')} />
          <div className={s.pair}>
            <Field label="Website" type="url" placeholder="https://" {...field('website')} />
            <Field
              label="Instagram Handle"
              prefix="@"
              autoCapitalize="none"
              autoComplete="off"
              {...field('ig_handle')}
              onChange={({ target }) => change({ ig_handle: stripAt(target.value) })}
            />
            <Field label="Email" type="email" autoComplete="off" {...field('email')} />
            <Field label="Phone" type="tel" autoComplete="off" {...field('phone')} />
          </div>
          <Field label="Logo URL" type="url" placeholder="https://" {...field('logo_url')} />
        </>
      )}
    </EntryDialog>
  );
}
