-- Which sign-in of a person holds a case: on two devices, one person got the same case twice, and one of the two decisions was in vain.
-- No reference: a sign-in that is gone holds nothing, and what is left of it here says nothing.
-- holds: scan_reviews

alter table scan_reviews add column claimed_in text;
