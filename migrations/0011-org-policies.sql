-- What an organization switches off or weighs otherwise, by reason code: {"drug_promotion": "off", "meetup_hint": "medium"}.
alter table org_settings add column policy_overrides json;
