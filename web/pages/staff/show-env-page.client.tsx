import { useQuery } from '@tanstack/react-query';
import s from '../../features/staff/debug/debug.module.css';
import { showEnvQuery } from '../../features/staff/debug/debug.queries.ts';
import { DebugAnswer, useAsker } from '../../features/staff/debug/debug-answer.tsx';
import { useApi } from '../../use-api.ts';

export function ShowEnvPage() {
  const api = useApi();
  const asker = useAsker();
  const answer = useQuery({ ...showEnvQuery(api, asker ?? ''), enabled: asker !== null });
  return (
    <section className={`wrap ${s.page}`}>
      <h1>Environment</h1>
      <DebugAnswer answer={answer}>
        {({ backend_address, keys }) => (
          <>
            <Facts facts={{ 'Backend address': backend_address }} />
            {keys.map(({ kid, alg, kty, crv, use, signs, numbers }) => (
              <section key={kid ?? alg}>
                <h2>Public key {kid}</h2>
                <Facts
                  facts={{
                    Algorithm: alg,
                    'Key type': crv ? `${kty}, ${crv}` : kty,
                    Use: use,
                    'Signs new tokens': signs ? 'Yes' : 'No, verifies only',
                    ...Object.fromEntries(
                      numbers.map(({ name, masked, bytes }) => [name, `${masked} (${bytes} bytes, masked)`]),
                    ),
                  }}
                />
              </section>
            ))}
          </>
        )}
      </DebugAnswer>
    </section>
  );
}

function Facts({ facts }: { facts: Record<string, string | null> }) {
  return (
    <dl className={s.rows}>
      {Object.entries(facts).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value ?? 'not given'}</dd>
        </div>
      ))}
    </dl>
  );
}
