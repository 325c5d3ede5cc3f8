// For compilers that check side-effect imports: the stylesheet has no export.
export {};
