import { GroupPanel } from '../../features/trade/buying/group-panel.client.tsx';
import { PlanButton } from '../../features/trade/squads/plan-button.client.tsx';

/** The ways to buy for several people: one person pays for all, or each friend pays their own ticket. */
export function EventTogether() {
  return (
    <>
      <GroupPanel />
      <PlanButton />
    </>
  );
}
