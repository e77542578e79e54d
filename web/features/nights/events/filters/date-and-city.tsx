export function DateAndCity({
  when = '',
  city = '',
  cities,
  onChange,
}: {
  when: string | undefined;
  city: string | undefined;
  cities: readonly { label: string }[] | undefined;
  onChange: (change: { when: string } | { city: string }) => void;
}) {
  return (
    <>
      <input
        type="date"
        name="when"
        aria-label="Date"
        value={/^\d/.test(when) ? when : ''}
        onChange={({ target }) => onChange({ when: target.value })}
      />
      <select
        aria-label="Location"
        name="city"
        value={city}
        onChange={({ target }) => onChange({ city: target.value })}
      >
        <option value="">All Locations</option>
        {city && !cities?.some(({ label }) => label === city) && <option>{city}</option>}
        {cities?.map(({ label }) => (
          <option key={label}>{label}</option>
        ))}
      </select>
    </>
  );
}
