{
  "targets": [
    {
      "target_name": "add",
      "sources": ["add.cc"],
      "include_dirs": ["node_modules/node-addon-api"],
      "defines": ["NAPI_DISABLE_CPP_EXCEPTIONS"]
    }
  ]
}
