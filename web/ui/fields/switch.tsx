import s from './switch.module.css';

const ON_OFF = ['On', 'Off'] as const;

/** A switch. The word beside it says whether it is on, so that the color is not needed. */
export function Switch({
  label,
  isOn,
  words = ON_OFF,
  disabled,
  onChange,
}: {
  label: string;
  isOn: boolean;
  words?: readonly [on: string, off: string];
  disabled?: boolean;
  onChange: (isOn: boolean) => void;
}) {
  return (
    <button
      type="button"
      role="switch"
      className={s.switch}
      aria-checked={isOn}
      aria-label={label}
      disabled={disabled}
      onClick={() => onChange(!isOn)}
    >
      <span className={s.track} aria-hidden="true" />
      <span aria-hidden="true">{isOn ? words[0] : words[1]}</span>
    </button>
  );
}
