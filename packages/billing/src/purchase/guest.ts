/** Whether a user is a guest, of the plugin `anonymous`. */
export const isGuest = (user: object): boolean => Reflect.get(user, "isAnonymous") === true;
