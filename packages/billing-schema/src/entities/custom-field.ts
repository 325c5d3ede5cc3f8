import { type Entity, entity, variants } from "../schema/entity.js";
import { date, flag, integer, list, literal, metadata, nullable, optional, text } from "../schema/field.js";
import type { ClientIn, ClientOf, TolerantIn, TolerantOf, UnknownMember, WireIn, WireOf } from "../schema/forms.js";

const customFieldCommon = {
  id: text,
  created_at: date,
  modified_at: nullable(date),
  metadata,
  /** The key in `custom_field_data`. */
  slug: text,
  name: text,
  organization_id: text,
};

const formFields = {
  form_label: optional(text),
  form_help_text: optional(text),
  form_placeholder: optional(text),
};

const selectOptionFields = {
  value: text,
  label: text,
};

/** `SelectOption` from the API: snake_case. */
export interface SelectOptionWire extends WireOf<typeof selectOptionFields> {}
/** An option of a custom field of type `select` (client form): camelCase. */
export interface SelectOption extends ClientOf<typeof selectOptionFields> {}
/** `SelectOption` of any API version: unknown values stay. */
export interface TolerantSelectOption extends TolerantOf<typeof selectOptionFields> {}

/** A value of a select field. */
export const selectOption: Entity<SelectOptionWire, SelectOption, TolerantSelectOption> = entity(
  "SelectOption",
  selectOptionFields,
);

const checkboxFieldPropertiesFields = {
  ...formFields,
};

/** `CheckboxFieldProperties` from the API: snake_case. */
export interface CheckboxFieldPropertiesWire extends WireOf<typeof checkboxFieldPropertiesFields> {}
/** The properties of a `checkbox` field (client form): camelCase. */
export interface CheckboxFieldProperties extends ClientOf<typeof checkboxFieldPropertiesFields> {}
/** `CheckboxFieldProperties` of any API version: unknown values stay. */
export interface TolerantCheckboxFieldProperties extends TolerantOf<typeof checkboxFieldPropertiesFields> {}

/** Display and validation of a field of type `checkbox`. */
export const checkboxFieldProperties: Entity<
  CheckboxFieldPropertiesWire,
  CheckboxFieldProperties,
  TolerantCheckboxFieldProperties
> = entity("CheckboxFieldProperties", checkboxFieldPropertiesFields);

const dateFieldPropertiesFields = {
  ...formFields,
  /** Earliest day, in seconds since 1970. */
  ge: optional(integer),
  /** Latest day, in seconds since 1970. */
  le: optional(integer),
};

/** `DateFieldProperties` from the API: snake_case. */
export interface DateFieldPropertiesWire extends WireOf<typeof dateFieldPropertiesFields> {}
/** The properties of a `date` field (client form): camelCase. */
export interface DateFieldProperties extends ClientOf<typeof dateFieldPropertiesFields> {}
/** `DateFieldProperties` of any API version: unknown values stay. */
export interface TolerantDateFieldProperties extends TolerantOf<typeof dateFieldPropertiesFields> {}

/** Display and validation of a field of type `date`. */
export const dateFieldProperties: Entity<DateFieldPropertiesWire, DateFieldProperties, TolerantDateFieldProperties> =
  entity("DateFieldProperties", dateFieldPropertiesFields);

const numberFieldPropertiesFields = {
  ...formFields,
  ge: optional(integer),
  le: optional(integer),
};

/** `NumberFieldProperties` from the API: snake_case. */
export interface NumberFieldPropertiesWire extends WireOf<typeof numberFieldPropertiesFields> {}
/** The properties of a `number` field (client form): camelCase. */
export interface NumberFieldProperties extends ClientOf<typeof numberFieldPropertiesFields> {}
/** `NumberFieldProperties` of any API version: unknown values stay. */
export interface TolerantNumberFieldProperties extends TolerantOf<typeof numberFieldPropertiesFields> {}

/** Display and validation of a field of type `number`. */
export const numberFieldProperties: Entity<
  NumberFieldPropertiesWire,
  NumberFieldProperties,
  TolerantNumberFieldProperties
> = entity("NumberFieldProperties", numberFieldPropertiesFields);

const selectFieldPropertiesFields = {
  ...formFields,
  options: list(selectOption),
};

/** `SelectFieldProperties` from the API: snake_case. */
export interface SelectFieldPropertiesWire extends WireOf<typeof selectFieldPropertiesFields> {}
/** The properties of a `select` field (client form): camelCase. */
export interface SelectFieldProperties extends ClientOf<typeof selectFieldPropertiesFields> {}
/** `SelectFieldProperties` of any API version: unknown values stay. */
export interface TolerantSelectFieldProperties extends TolerantOf<typeof selectFieldPropertiesFields> {}

/** Display and validation of a field of type `select`. */
export const selectFieldProperties: Entity<
  SelectFieldPropertiesWire,
  SelectFieldProperties,
  TolerantSelectFieldProperties
> = entity("SelectFieldProperties", selectFieldPropertiesFields);

const textFieldPropertiesFields = {
  ...formFields,
  textarea: optional(flag),
  min_length: optional(integer),
  max_length: optional(integer),
};

/** `TextFieldProperties` from the API: snake_case. */
export interface TextFieldPropertiesWire extends WireOf<typeof textFieldPropertiesFields> {}
/** The properties of a `text` field (client form): camelCase. */
export interface TextFieldProperties extends ClientOf<typeof textFieldPropertiesFields> {}
/** `TextFieldProperties` of any API version: unknown values stay. */
export interface TolerantTextFieldProperties extends TolerantOf<typeof textFieldPropertiesFields> {}

/** Display and validation of a field of type `text`. */
export const textFieldProperties: Entity<TextFieldPropertiesWire, TextFieldProperties, TolerantTextFieldProperties> =
  entity("TextFieldProperties", textFieldPropertiesFields);

const checkboxCustomFieldFields = {
  ...customFieldCommon,
  type: literal("checkbox"),
  properties: checkboxFieldProperties,
};

/** `CheckboxCustomField` from the API: snake_case, ISO dates. */
export interface CheckboxCustomFieldWire extends WireOf<typeof checkboxCustomFieldFields> {}
/** A `checkbox` custom field (client form): camelCase, `Date` values. */
export interface CheckboxCustomField extends ClientOf<typeof checkboxCustomFieldFields> {}
/** `CheckboxCustomField` of any API version: unknown values stay. */
export interface TolerantCheckboxCustomField extends TolerantOf<typeof checkboxCustomFieldFields> {}

/** A custom field of type `checkbox`. */
export const checkboxCustomField: Entity<CheckboxCustomFieldWire, CheckboxCustomField, TolerantCheckboxCustomField> =
  entity("CheckboxCustomField", checkboxCustomFieldFields);

const dateCustomFieldFields = {
  ...customFieldCommon,
  type: literal("date"),
  properties: dateFieldProperties,
};

/** `DateCustomField` from the API: snake_case, ISO dates. */
export interface DateCustomFieldWire extends WireOf<typeof dateCustomFieldFields> {}
/** A `date` custom field (client form): camelCase, `Date` values. */
export interface DateCustomField extends ClientOf<typeof dateCustomFieldFields> {}
/** `DateCustomField` of any API version: unknown values stay. */
export interface TolerantDateCustomField extends TolerantOf<typeof dateCustomFieldFields> {}

/** A custom field of type `date`. */
export const dateCustomField: Entity<DateCustomFieldWire, DateCustomField, TolerantDateCustomField> = entity(
  "DateCustomField",
  dateCustomFieldFields,
);

const numberCustomFieldFields = {
  ...customFieldCommon,
  type: literal("number"),
  properties: numberFieldProperties,
};

/** `NumberCustomField` from the API: snake_case, ISO dates. */
export interface NumberCustomFieldWire extends WireOf<typeof numberCustomFieldFields> {}
/** A `number` custom field (client form): camelCase, `Date` values. */
export interface NumberCustomField extends ClientOf<typeof numberCustomFieldFields> {}
/** `NumberCustomField` of any API version: unknown values stay. */
export interface TolerantNumberCustomField extends TolerantOf<typeof numberCustomFieldFields> {}

/** A custom field of type `number`. */
export const numberCustomField: Entity<NumberCustomFieldWire, NumberCustomField, TolerantNumberCustomField> = entity(
  "NumberCustomField",
  numberCustomFieldFields,
);

const selectCustomFieldFields = {
  ...customFieldCommon,
  type: literal("select"),
  properties: selectFieldProperties,
};

/** `SelectCustomField` from the API: snake_case, ISO dates. */
export interface SelectCustomFieldWire extends WireOf<typeof selectCustomFieldFields> {}
/** A `select` custom field (client form): camelCase, `Date` values. */
export interface SelectCustomField extends ClientOf<typeof selectCustomFieldFields> {}
/** `SelectCustomField` of any API version: unknown values stay. */
export interface TolerantSelectCustomField extends TolerantOf<typeof selectCustomFieldFields> {}

/** A custom field of type `select`. */
export const selectCustomField: Entity<SelectCustomFieldWire, SelectCustomField, TolerantSelectCustomField> = entity(
  "SelectCustomField",
  selectCustomFieldFields,
);

const textCustomFieldFields = {
  ...customFieldCommon,
  type: literal("text"),
  properties: textFieldProperties,
};

/** `TextCustomField` from the API: snake_case, ISO dates. */
export interface TextCustomFieldWire extends WireOf<typeof textCustomFieldFields> {}
/** A `text` custom field (client form): camelCase, `Date` values. */
export interface TextCustomField extends ClientOf<typeof textCustomFieldFields> {}
/** `TextCustomField` of any API version: unknown values stay. */
export interface TolerantTextCustomField extends TolerantOf<typeof textCustomFieldFields> {}

/** A custom field of type `text`. */
export const textCustomField: Entity<TextCustomFieldWire, TextCustomField, TolerantTextCustomField> = entity(
  "TextCustomField",
  textCustomFieldFields,
);

const customFieldMembers = {
  checkboxCustomField,
  dateCustomField,
  numberCustomField,
  selectCustomField,
  textCustomField,
};

/** The fields common to members of newer versions. */
interface NewerCustomField extends TolerantOf<typeof customFieldCommon> {}

/** `CustomField` from the API: snake_case, ISO dates. */
export type CustomFieldWire = WireIn<typeof customFieldMembers>;
/** A custom field (client form): camelCase, `Date` values. */
export type CustomField = ClientIn<typeof customFieldMembers>;
/** `CustomField` of any API version: unknown values stay. */
export type TolerantCustomField = TolerantIn<typeof customFieldMembers> | UnknownMember<"type", NewerCustomField>;

/** A question of a checkout, by `type`. */
export const customField: Entity<CustomFieldWire, CustomField, TolerantCustomField> = variants(
  "CustomField",
  "type",
  customFieldMembers,
  customFieldCommon,
);

const attachedCustomFieldFields = {
  custom_field_id: text,
  custom_field: customField,
  order: integer,
  required: flag,
};

/** `AttachedCustomField` from the API: snake_case, ISO dates. */
export interface AttachedCustomFieldWire extends WireOf<typeof attachedCustomFieldFields> {}
/** A custom field of a product (client form): camelCase, `Date` values. */
export interface AttachedCustomField extends ClientOf<typeof attachedCustomFieldFields> {}
/** `AttachedCustomField` of any API version: unknown values stay. */
export interface TolerantAttachedCustomField extends TolerantOf<typeof attachedCustomFieldFields> {}

/** A custom field of a product, with the place in the form. */
export const attachedCustomField: Entity<AttachedCustomFieldWire, AttachedCustomField, TolerantAttachedCustomField> =
  entity("AttachedCustomField", attachedCustomFieldFields);
