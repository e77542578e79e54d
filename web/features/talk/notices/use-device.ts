import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useAction } from '../../../use-action.ts';
import { useApi } from '../../../use-api.ts';
import { type DeviceState, deviceState, switchOff, switchOn } from './push-device.ts';

const KEY = ['push-device'];

export function useDevice(): { state: DeviceState | undefined; isBusy: boolean; set: (isOn: boolean) => void } {
  const api = useApi();
  const queryClient = useQueryClient();
  const { data: state } = useQuery({ queryKey: KEY, queryFn: deviceState, networkMode: 'always' });
  const change = useAction((isOn: boolean) => (isOn ? switchOn(api) : switchOff(api)), {
    reads: [],
    // A read that began before the change must not undo it.
    done: (next) => void queryClient.cancelQueries({ queryKey: KEY }).then(() => queryClient.setQueryData(KEY, next)),
    failed: () => void queryClient.invalidateQueries({ queryKey: KEY }),
  });
  return { state, isBusy: change.isPending, set: change.mutate };
}
