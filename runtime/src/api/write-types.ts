import type { Condition } from './meta-types.js';
import type { KubernetesObject, ManagedFieldsEntry, ObjectMeta, OwnerReference } from './object.js';

/*
 * What generated write views are made of. A view is a short declaration over the read type, with the types of those fields
 * (`Anew`) that are written otherwise. All fields keep their doc comments.
 */

/*
 * None of these is an intersection with an empty type: a type whose fields are all optional would then take any number or text.
 */

/** A part of an object as it is sent whole. `Optional` are the fields that the server fills in: some, and not all. */
export type Sent<T, Optional extends keyof T, Anew = {}> = Firm<T, Exclude<keyof T, Optional>, Anew> &
  Loosened<T, Optional, Anew>;

/** The same where the server fills in none. */
export type Changed<T, Anew> = Firm<T, keyof T, Anew>;

/** A part of an object of which every field may be left out: what the server fills in, or an intent. */
export type Loose<T, Anew = {}> = Loosened<T, keyof T, Anew>;

/** A part of an object as an intent, with the fields that are there: `Key`, by which the server finds the element of a list. */
export type Intent<T, Key extends keyof T, Anew = {}> = Pick<T, Key> & Loosened<T, Exclude<keyof T, Key>, Anew>;

type Loosened<T, P extends keyof T, Anew> = {
  readonly [K in P]?: (K extends keyof Anew ? Anew[K] : T[K]) | undefined;
};

/** As optional as they are in `T`. */
type Firm<T, P extends keyof T, Anew> = {
  readonly [K in P]: K extends keyof Anew ? Anew[K] | Extract<T[K], undefined> : T[K];
};

/** The keys of an element, where its type as an intent is used elsewhere without them. */
export type Keyed<T, Key extends keyof T> = Pick<T, Key>;

/** What a field holds, if it is there. */
export type Present<T> = NonNullable<T>;

/** One way to fill in fields of which the schema admits some combinations alone: `Given` are there, `Absent` are not. */
export type Only<Given extends string, Absent extends string = never> = {
  readonly [K in Given]: {} | null;
} & Lacking<Absent>;

/** The same where no field has to be there. */
export type Lacking<Absent extends string> = { readonly [K in Absent]?: undefined };

/** Metadata that a writer may set on any object. */
interface WriteMeta {
  /** Default: the namespace that the call is for. */
  readonly namespace?: string | undefined;
  readonly labels?: { readonly [key: string]: string } | undefined;
  readonly annotations?: { readonly [key: string]: string } | undefined;
  readonly finalizers?: readonly string[] | undefined;
  readonly ownerReferences?: readonly OwnerReference[] | undefined;
  /** The call fails where the object has another one. */
  readonly uid?: string | undefined;
  /** The call fails where the object has changed since this version. */
  readonly resourceVersion?: string | undefined;
}

/** The metadata of an object that is created or replaced under its name. */
export interface NamedMeta extends WriteMeta {
  readonly name: string;
  readonly generateName?: string | undefined;
  /** Ignored, so that an object that was read may be sent back. */
  readonly managedFields?: readonly ManagedFieldsEntry[] | undefined;
}

/** The metadata of an object whose name the server makes up. */
export interface GeneratedNameMeta extends WriteMeta {
  readonly name?: undefined;
  /** What the name begins with. */
  readonly generateName: string;
}

/** The metadata of an object that is created or replaced: a name, or how the server's own shall begin. */
export type InputMeta = NamedMeta | GeneratedNameMeta;

/**
 * The metadata of an intent. An object that was read is none, and does not compile as one: applying it would claim every
 * field that it has.
 */
export interface ApplyMeta extends WriteMeta {
  readonly name: string;
  readonly creationTimestamp?: undefined;
  readonly managedFields?: undefined;
}

/** The type of an object that has a kind. */
interface Kinded extends KubernetesObject {
  readonly metadata: ObjectMeta;
}

/** What calls fill in where the caller leaves it out. */
type Head<T extends KubernetesObject> = {
  readonly apiVersion?: T['apiVersion'] | undefined;
  readonly kind?: T['kind'] | undefined;
};

type HeadField = 'apiVersion' | 'kind' | 'metadata';

/**
 * A whole object to create or replace. `Optional` are the fields that the server fills in, `Dropped` those that it takes on
 * another path alone.
 */
export type InputRoot<
  T extends Kinded,
  Anew = {},
  Optional extends keyof T = never,
  Dropped extends string = 'status',
> = Head<T> & {
  readonly metadata: InputMeta;
} & Firm<T, Exclude<keyof T, HeadField | Optional | Dropped>, Anew> &
  Loosened<T, Optional, Anew>;

/**
 * An object as the server has stored it, which it takes again: that the combinations of its fields are valid, its type does
 * not show.
 */
export type Stored<T extends Kinded, Dropped extends string = 'status'> = Pick<T, Exclude<keyof T, Dropped>>;

/** A whole object as an intent, with `Dropped` as in an {@link InputRoot}. */
export type ApplyRoot<T extends Kinded, Anew = {}, Dropped extends string = 'status'> = Head<T> & {
  readonly metadata: ApplyMeta;
} & Loosened<T, Exclude<keyof T, HeadField | Dropped>, Anew>;

/** The status of an object as an intent. */
export type ApplyStatusRoot<T extends Kinded, Anew = {}> = Head<T> & {
  readonly metadata: ApplyMeta;
} & Loosened<T, Extract<keyof T, 'status'>, Anew>;

/** A condition as an intent: one of a list, found by its type. */
export type ConditionApply = Intent<Condition, 'type'>;
