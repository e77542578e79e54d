/** Account for the signed-in, Admin and Check for admins; nothing for visitors. Filled in after hydration, so one HTML serves everybody. */
export function AccountLinks() {
  return null;
}
