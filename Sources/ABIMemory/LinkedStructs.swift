// Made by scripts/abi-layout from the headers of the backend ABI; do not edit.
// swift-format-ignore-file

public import BackendAPI

// Requests, records and infos: what links can hang on (R5.9).

extension picker_query: LinkedStruct {}
extension picker_collection: LinkedStruct {}
extension picker_asset: LinkedStruct {}
extension picker_representation: LinkedStruct {}
extension picker_camera_metadata: LinkedStruct {}
extension picker_asset_details: LinkedStruct {}
extension picker_diagnostic: LinkedStruct {}
extension picker_fetch_request: LinkedStruct {}
extension picker_frame: LinkedStruct {}
extension picker_image_request: LinkedStruct {}
extension picker_change: LinkedStruct {}
extension picker_library_info: LinkedStruct {}
extension picker_read_request: LinkedStruct {}
extension picker_setting_description: LinkedStruct {}
extension picker_backend_info: LinkedStruct {}
extension picker_open_request: LinkedStruct {}
extension picker_entry_request: LinkedStruct {}
extension picker_add_request: LinkedStruct {}
extension picker_video_facts: LinkedStruct {}
extension picker_heif_item: LinkedStruct {}
extension picker_index_report: LinkedStruct {}
extension picker_day: LinkedStruct {}
extension picker_account_step: LinkedStruct {}
extension picker_sign_in_request: LinkedStruct {}
