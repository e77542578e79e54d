import { useId } from 'react';
import s from '../payments/payments.module.css';

export function PictureField({
  label,
  isRequired = false,
  onPick,
}: {
  label: string;
  isRequired?: boolean;
  onPick: (file: File | undefined) => void;
}) {
  const id = useId();
  return (
    <p className={s.picture}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="file"
        accept="image/png,image/jpeg"
        required={isRequired}
        onChange={({ target }) => onPick(target.files?.[0] ?? undefined)}
      />
    </p>
  );
}
