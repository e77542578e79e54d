import type { ComponentProps } from 'react';
import { FieldFrame } from './field-frame.tsx';

export function TextAreaField({
  label,
  error,
  code = false,
  ...area
}: ComponentProps<'textarea'> & { label: string; error?: string; code?: boolean }) {
  return (
    <FieldFrame label={label} error={error} isCode={code}>
      {(linked) => <textarea spellCheck={!code} {...linked} {...area} />}
    </FieldFrame>
  );
}
