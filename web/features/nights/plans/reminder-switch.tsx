import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ApiClient, unwrap } from '../../../api.ts';
import { Switch } from '../../../ui/fields/switch.tsx';
import { useAction } from '../../../use-action.ts';
import { useApi } from '../../../use-api.ts';

const remindersQuery = (api: ApiClient, user_id: string) =>
  queryOptions({
    queryKey: ['mine', user_id, 'reminders'],
    queryFn: async () => (await unwrap(api.my.reminders.$get())).wants,
  });

export function ReminderSwitch({ userId }: { userId: string }) {
  const api = useApi();
  const { data: wants } = useQuery(remindersQuery(api, userId));
  const set = useAction((next: boolean) => unwrap(api.my.reminders.$put({ json: { wants: next } })), {
    reads: ['mine'],
  });
  return (
    <>
      <p className="muted">One email the day before each night you saved, got into or have tickets for.</p>
      <Switch
        label="Reminder emails"
        isOn={set.isPending ? set.variables : (wants ?? false)}
        disabled={wants === undefined || set.isPending}
        onChange={(next) => set.mutate(next)}
      />
    </>
  );
}
