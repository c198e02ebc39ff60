-- The trial site can be down and hold replies. What a site was set to before is not kept: it is up and publishes replies.
ALTER TABLE sandbox_site
  DROP COLUMN behaviour,
  ADD COLUMN is_down BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN holds_replies BOOLEAN NOT NULL DEFAULT false;
