/** Why a member sees something and cannot change it. */
export function AdminNote() {
  return <p className="text-xs text-muted">Admin role required: ask an administrator of the organization.</p>
}
