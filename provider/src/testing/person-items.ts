import { PERSON_PLACES, type PersonData } from '@site/shared/contracts/privacy';

/** Returns the body of an `erasePerson` request that selects all listed items. */
export const selectAllItems = ({ items }: PersonData) => ({
  chosen: Object.fromEntries(PERSON_PLACES.map((place) => [place, items.filter((item) => item.place === place).map(({ _id }) => _id)])),
});
