import { useEffect, useState } from 'react';
import { STEP_MS, stepAt, writeCode } from '../../../../worker/contract/door/pass-code.ts';
import { deviceKey, type OwnPasses } from './own-passes.ts';
import s from './pass.module.css';
import { signWith } from './signatures.ts';

/** The white margin around the code, in modules (the squares of a QR code). */
const QUIET = 4;

/** The QR code of a pass. It changes every 30 seconds. */
export function PassCode({ pass, ahead_ms }: { pass: OwnPasses['passes'][number]; ahead_ms: number }) {
  const [drawn, setDrawn] = useState<{ path: string; size: number }>();
  const [now, setNow] = useState(() => Date.now() + ahead_ms);
  const step = stepAt(now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now() + ahead_ms), 250);
    return () => clearInterval(timer);
  }, [ahead_ms]);
  useEffect(() => {
    let isLeft = false;
    void drawCode(pass.signed, step).then((code) => !isLeft && setDrawn(code));
    return () => {
      isLeft = true;
    };
  }, [pass.signed, step]);
  return (
    <figure className={s.code}>
      {drawn ? (
        <svg
          viewBox={`0 0 ${drawn.size} ${drawn.size}`}
          role="img"
          aria-label="Your pass as a QR code"
          shapeRendering="crispEdges"
        >
          <path d={drawn.path} fill="#000" />
        </svg>
      ) : (
        <div className={s.blank} />
      )}
      <figcaption>
        <meter
          className={s.rest}
          min={0}
          max={30}
          value={30 - (now % STEP_MS) / 1000}
          aria-label="Time until the code changes"
        />
        <span className="muted">The code changes every 30 seconds, so a screenshot soon stops working.</span>
      </figcaption>
    </figure>
  );
}

export const loadEncoder = () => import('uqr');

async function drawCode(signed: string, step: number): Promise<{ path: string; size: number }> {
  const [{ encode }, key] = await Promise.all([loadEncoder(), deviceKey()]);
  const text = await writeCode({ signed, step, sign: (data) => signWith(key, data) });
  const { data, size } = encode(text, { ecc: 'L', border: QUIET });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return { path, size };
}
