-- How a page was asked for and who answered: method, headers, and what the server showed of itself (TLS). Null of what was stored before,
-- of screenshots, and of pages that another scan had fetched. The manifest has its signed part; the row's own hash does not cover it, so that
-- manifests of before and servers of the version before go on to hold.
alter table captures add column exchange json;
