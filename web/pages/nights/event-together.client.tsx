import { GroupPanel } from '../../features/trade/buying/group-panel.client.tsx';
import { PlanButton } from '../../features/trade/squads/plan-button.client.tsx';

export function EventTogether() {
  return (
    <>
      <GroupPanel />
      <PlanButton />
    </>
  );
}
