-- What whoever invites says of the right to review minor safety. Null: as the role has it.
alter table auth_invitation add column minor_safety boolean;
