-- Entry rules may begin with a review that is matched with a contact.
ALTER TABLE "entry_rule" ADD COLUMN "ratings" INTEGER[];

ALTER TABLE entry_rule DROP CONSTRAINT entry_rule_type_check;
ALTER TABLE entry_rule ADD CONSTRAINT entry_rule_type_check
  CHECK (type IN ('contact_created', 'tag_added', 'tag_removed', 'response_given', 'review_matched', 'segment_entered', 'date_reached', 'recurring'));
