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

export interface SelectOptionWire extends WireOf<typeof selectOptionFields> {}
export interface SelectOption extends ClientOf<typeof selectOptionFields> {}
export interface TolerantSelectOption extends TolerantOf<typeof selectOptionFields> {}

/** One of the values of a select field. */
export const selectOption: Entity<SelectOptionWire, SelectOption, TolerantSelectOption> = entity(
  "SelectOption",
  selectOptionFields,
);

const checkboxFieldPropertiesFields = {
  ...formFields,
};

export interface CheckboxFieldPropertiesWire extends WireOf<typeof checkboxFieldPropertiesFields> {}
export interface CheckboxFieldProperties extends ClientOf<typeof checkboxFieldPropertiesFields> {}
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

export interface DateFieldPropertiesWire extends WireOf<typeof dateFieldPropertiesFields> {}
export interface DateFieldProperties extends ClientOf<typeof dateFieldPropertiesFields> {}
export interface TolerantDateFieldProperties extends TolerantOf<typeof dateFieldPropertiesFields> {}

/** Display and validation of a field of type `date`. */
export const dateFieldProperties: Entity<DateFieldPropertiesWire, DateFieldProperties, TolerantDateFieldProperties> =
  entity("DateFieldProperties", dateFieldPropertiesFields);

const numberFieldPropertiesFields = {
  ...formFields,
  ge: optional(integer),
  le: optional(integer),
};

export interface NumberFieldPropertiesWire extends WireOf<typeof numberFieldPropertiesFields> {}
export interface NumberFieldProperties extends ClientOf<typeof numberFieldPropertiesFields> {}
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

export interface SelectFieldPropertiesWire extends WireOf<typeof selectFieldPropertiesFields> {}
export interface SelectFieldProperties extends ClientOf<typeof selectFieldPropertiesFields> {}
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

export interface TextFieldPropertiesWire extends WireOf<typeof textFieldPropertiesFields> {}
export interface TextFieldProperties extends ClientOf<typeof textFieldPropertiesFields> {}
export interface TolerantTextFieldProperties extends TolerantOf<typeof textFieldPropertiesFields> {}

/** Display and validation of a field of type `text`. */
export const textFieldProperties: Entity<TextFieldPropertiesWire, TextFieldProperties, TolerantTextFieldProperties> =
  entity("TextFieldProperties", textFieldPropertiesFields);

const checkboxCustomFieldFields = {
  ...customFieldCommon,
  type: literal("checkbox"),
  properties: checkboxFieldProperties,
};

export interface CheckboxCustomFieldWire extends WireOf<typeof checkboxCustomFieldFields> {}
export interface CheckboxCustomField extends ClientOf<typeof checkboxCustomFieldFields> {}
export interface TolerantCheckboxCustomField extends TolerantOf<typeof checkboxCustomFieldFields> {}

/** A custom field of type `checkbox`. */
export const checkboxCustomField: Entity<CheckboxCustomFieldWire, CheckboxCustomField, TolerantCheckboxCustomField> =
  entity("CheckboxCustomField", checkboxCustomFieldFields);

const dateCustomFieldFields = {
  ...customFieldCommon,
  type: literal("date"),
  properties: dateFieldProperties,
};

export interface DateCustomFieldWire extends WireOf<typeof dateCustomFieldFields> {}
export interface DateCustomField extends ClientOf<typeof dateCustomFieldFields> {}
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

export interface NumberCustomFieldWire extends WireOf<typeof numberCustomFieldFields> {}
export interface NumberCustomField extends ClientOf<typeof numberCustomFieldFields> {}
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

export interface SelectCustomFieldWire extends WireOf<typeof selectCustomFieldFields> {}
export interface SelectCustomField extends ClientOf<typeof selectCustomFieldFields> {}
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

export interface TextCustomFieldWire extends WireOf<typeof textCustomFieldFields> {}
export interface TextCustomField extends ClientOf<typeof textCustomFieldFields> {}
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

export type CustomFieldWire = WireIn<typeof customFieldMembers>;
export type CustomField = ClientIn<typeof customFieldMembers>;
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

export interface AttachedCustomFieldWire extends WireOf<typeof attachedCustomFieldFields> {}
export interface AttachedCustomField extends ClientOf<typeof attachedCustomFieldFields> {}
export interface TolerantAttachedCustomField extends TolerantOf<typeof attachedCustomFieldFields> {}

/** A custom field of a product, with its place in the form. */
export const attachedCustomField: Entity<AttachedCustomFieldWire, AttachedCustomField, TolerantAttachedCustomField> =
  entity("AttachedCustomField", attachedCustomFieldFields);
