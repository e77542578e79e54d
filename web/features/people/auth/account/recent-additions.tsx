import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { openAuth } from '../../../../session/browser-session.ts';
import { CheckField } from '../../../../ui/fields/check-field.tsx';
import { askAuth } from '../ask-auth.ts';
import s from '../auth.module.css';
import { PasswordForm } from './password-form.tsx';

interface Recovery {
  added: {
    id: string;
    kind: 'factor' | 'passkey' | 'identity' | 'phone' | 'recovery_codes';
    name: string;
    created_at: string;
  }[];
}

const KINDS = {
  factor: 'Second factor',
  passkey: 'Passkey',
  identity: 'Sign-in with',
  phone: 'Phone',
  recovery_codes: 'Recovery codes',
};
const PATH = '/auth/v1/recovery';

const recoveryQuery = (user_id: string) =>
  queryOptions({
    queryKey: ['account', user_id, 'recovery'],
    queryFn: () => askAuth<Recovery>(PATH),
    staleTime: 10_000,
    retry: false,
  });

/** Saving the new password removes every recent addition that is not ticked. */
export function NewPassword({ user, onDone }: { user: { id: string; email: string }; onDone: () => void }) {
  const { data } = useQuery(recoveryQuery(user.id));
  const [unticked, setUnticked] = useState<ReadonlySet<string>>(new Set());
  const added = data?.added ?? [];
  const tick = (id: string, isTicked: boolean) =>
    setUnticked((before) => new Set(isTicked ? [...before].filter((each) => each !== id) : [...before, id]));
  const save = async (password: string) => {
    const keep = added.map(({ id }) => id).filter((id) => !unticked.has(id));
    await askAuth(PATH, { password, keep });
    // Until this refresh, the user stored in the browser still lists the removed factors.
    const { auth, must } = await openAuth();
    await must(auth.refreshSession());
  };
  return (
    <>
      {added.length > 0 && (
        <fieldset className={s.form}>
          <legend>Added in the last 30 days. Uncheck anything you didn’t add, and we’ll remove it.</legend>
          {added.map(({ id, kind, name, created_at }) => (
            <CheckField
              key={id}
              label={`${[KINDS[kind], name].filter(Boolean).join(' ')}, added ${new Date(created_at).toLocaleDateString('en-US')}`}
              checked={!unticked.has(id)}
              onChange={({ target }) => tick(id, target.checked)}
            />
          ))}
        </fieldset>
      )}
      <PasswordForm email={user.email} onDone={onDone} {...(data ? { save } : {})} />
    </>
  );
}
